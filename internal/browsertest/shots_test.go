package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// shots is the variable that names a directory for screenshots, which people look at.
const shots = "HEALTHLINT_SHOTS"

// looks are the ways a page is looked at.
var looks = []struct {
	width  int64
	scheme string
}{{1280, "light"}, {1280, "dark"}, {390, "light"}, {390, "dark"}}

// scheme makes the browser prefer light or dark.
func (p *tab) scheme(name string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
}

// shoot takes a picture of the whole page for each look. Nothing may be wider than the window.
func (p *tab) shoot(name string, ready string) {
	p.t.Helper()
	for _, l := range looks {
		p.scheme(l.scheme)
		call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: l.width, Height: 900, DeviceScaleFactor: 1, Mobile: l.width < 500})
		p.until(ready)
		p.do(chromedp.Sleep(300e6)) // redrawn after a resize
		if wide := eval[int64](p, "document.documentElement.scrollWidth"); wide > l.width {
			p.t.Errorf("%s: %d pixels wide in a window of %d", name, wide, l.width)
		}
		dir := os.Getenv(shots)
		if dir == "" {
			continue
		}
		png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
		if err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, l.width, l.scheme)), png, 0o666); err != nil {
			p.t.Fatal(err)
		}
	}
}

// Every model fits every window, light and dark.
func TestLabLooks(t *testing.T) {
	url := serve(t, nil)
	for _, m := range models {
		t.Run(m, func(t *testing.T) {
			p := newTab(t, url)
			p.open(url, m)
			p.shoot("lab-"+m, idle)
		})
	}
}
