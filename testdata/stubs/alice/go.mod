module github.com/justinas/alice

go 1.20
