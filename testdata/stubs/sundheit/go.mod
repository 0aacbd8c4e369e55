module github.com/AppsFlyer/go-sundheit

go 1.20
