package lab

import (
	"mime"
	"net/http"
	"strings"
)

// policy is the content security policy: files of this server alone, no inline script or style, no string becomes
// markup or code.
const policy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'"

// Handler answers all requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for path, f := range pageFiles {
		mux.HandleFunc("GET "+exact(path), f.serve)
	}
	mux.HandleFunc("GET /api/start", s.start)
	mux.HandleFunc("POST /api/run", jsonOnly(s.run))
	return s.guard(mux)
}

// exact is the pattern of one path and no path below it.
func exact(path string) string {
	if path == "/" {
		return "/{$}"
	}
	return path
}

// guard refuses whoever is not the page of this server, and tells the browser to do the same.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case !s.names[strings.ToLower(r.Host)]:
			refuse(w, http.StatusMisdirectedRequest, "this server does not go by that name")
		case !s.sameOrigin(r):
			refuse(w, http.StatusForbidden, "only the page of this server may ask")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// sameOrigin reports whether the request comes from the page, or from outside a browser. Another port is another
// origin.
func (s *Server) sameOrigin(r *http.Request) bool {
	if origins, ok := r.Header["Origin"]; ok && (len(origins) != 1 || origins[0] != "http://"+strings.ToLower(r.Host)) {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Method == http.MethodGet && r.URL.Path == "/" // a link to the page
}

func jsonOnly(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
			refuse(w, http.StatusUnsupportedMediaType, "application/json is expected")
			return
		}
		next(w, r)
	}
}
