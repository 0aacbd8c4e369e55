package risefall

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// bodyLimit is how much of an answer is read, so that the connection can be used again; kubelet reads as much.
const bodyLimit = 10 << 10

// HTTP is a probe of URLs: a GET that is answered with a status from 200 to 399 passes, as for kubelet. Redirects are
// not followed, and not looked at: a health endpoint that sends its asker elsewhere has answered.
func HTTP(transport http.RoundTripper, address func(target string) string) Probe {
	return func(ctx context.Context, target string) (bool, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address(target), nil)
		if err != nil {
			return false, err
		}
		req.Header.Set("User-Agent", "healthlint")
		if u := req.URL.User; u != nil {
			password, _ := u.Password()
			req.SetBasicAuth(u.Username(), password)
		}
		resp, err := transport.RoundTrip(req) // and no http.Client, which reads the Location of an answer
		if err != nil {
			return false, err
		}
		defer resp.Body.Close()
		if resp.StatusCode < 200 || resp.StatusCode > 399 {
			return false, fmt.Errorf("status %d", resp.StatusCode)
		}
		if _, err := io.CopyN(io.Discard, resp.Body, bodyLimit); err != nil && err != io.EOF {
			return false, err
		}
		return true, nil
	}
}
