module github.com/newrelic/go-agent/v3

go 1.20
