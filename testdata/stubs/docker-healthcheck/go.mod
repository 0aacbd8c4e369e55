module github.com/docker/go-healthcheck

go 1.20
