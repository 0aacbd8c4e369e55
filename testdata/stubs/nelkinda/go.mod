module github.com/nelkinda/health-go

go 1.20
