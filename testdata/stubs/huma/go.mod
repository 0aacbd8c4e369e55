module github.com/danielgtaylor/huma/v2

go 1.20
