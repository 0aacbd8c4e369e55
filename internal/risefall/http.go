package risefall

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// bodyLimit is how much of an answer is read, so that the connection can be used again; kubelet reads as much.
const bodyLimit = 10 << 10

// HTTP is a probe of URLs: a GET that is answered with a status from 200 to 399 passes, as for kubelet. Redirects are
// not followed: a health endpoint that sends its asker elsewhere has answered.
func HTTP(transport http.RoundTripper, address func(target string) string) Probe {
	client := &http.Client{Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return func(ctx context.Context, target string) (bool, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address(target), nil)
		if err != nil {
			return false, err
		}
		req.Header.Set("User-Agent", "healthlint")
		resp, err := client.Do(req)
		if ue, ok := errors.AsType[*url.Error](err); ok {
			return false, ue.Err // the rest is the URL, which the reader of the error knows
		}
		if err != nil {
			return false, err
		}
		defer resp.Body.Close()
		if _, err := io.CopyN(io.Discard, resp.Body, bodyLimit); err != nil && err != io.EOF {
			return false, err
		}
		if resp.StatusCode < 200 || resp.StatusCode > 399 {
			return false, fmt.Errorf("status %d", resp.StatusCode)
		}
		return true, nil
	}
}
