module github.com/emicklei/go-restful/v3

go 1.20
