// Package newrelic is a stand-in for tests: wrappers that give back pattern and handler.
package newrelic

import "net/http"

type Application struct{}

type TraceOption func(*struct{})

func WrapHandle(app *Application, pattern string, handler http.Handler, options ...TraceOption) (string, http.Handler) {
	return pattern, handler
}

func WrapHandleFunc(app *Application, pattern string, handler func(http.ResponseWriter, *http.Request), options ...TraceOption) (string, func(http.ResponseWriter, *http.Request)) {
	return pattern, handler
}
