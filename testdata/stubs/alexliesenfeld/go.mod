module github.com/alexliesenfeld/health

go 1.20
