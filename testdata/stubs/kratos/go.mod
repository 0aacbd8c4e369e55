module github.com/go-kratos/kratos/v2

go 1.20
