module github.com/heptiolabs/healthcheck

go 1.20
