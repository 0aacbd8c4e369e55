module github.com/hellofresh/health-go/v5

go 1.20
