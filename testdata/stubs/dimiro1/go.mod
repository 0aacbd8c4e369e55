module github.com/dimiro1/health

go 1.20
