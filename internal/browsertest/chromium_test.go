package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// required is the variable that turns the skip into a failure.
const required = "HEALTHLINT_BROWSER"

// chromium starts one browser for all tests.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, fmt.Errorf("no Chromium is installed; scripts/browser.sh installs it and runs these tests")
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	if os.Geteuid() == 0 {
		flags = append(flags, chromedp.NoSandbox)
	}
	alloc, _ := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, _ := chromedp.NewContext(alloc)
	browser = ctx
	return ctx, chromedp.Do(ctx)
})

var browser context.Context

func TestMain(m *testing.M) {
	status := m.Run()
	if browser != nil {
		chromedp.Cancel(browser) // waits until the browser is gone
	}
	os.Exit(status)
}

// tab is one page with everything it complained about and asked for.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu         sync.Mutex
	complaints []string
	requests   []string
}

// newTab opens a tab, and closes it with the test. The test fails for what the page logs as an error (violations of
// the content security policy are), and for every request to another place than origin.
func newTab(t *testing.T, origin string) *tab {
	t.Helper()
	parent, err := chromium()
	if err != nil && parent == nil && os.Getenv(required) == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(parent)
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
	p := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.judge(origin)
		stop()
		cancel()
	})
	call(p, network.Enable, network.EnableParams{})
	call(p, log.Enable, cdp.Empty{})
	call(p, runtime.Enable, cdp.Empty{})
	return p
}

func (p *tab) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.complaints = append(p.complaints, fmt.Sprint("exception: ", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			p.complaints = append(p.complaints, fmt.Sprint("console: ", e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.complaints = append(p.complaints, e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	}
}

// judge fails the test for what a page must never do.
func (p *tab) judge(origin string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.complaints {
		p.t.Errorf("the browser says: %s", c)
	}
	if len(p.requests) == 0 {
		p.t.Error("no request was seen, so that none can be judged")
	}
	for _, r := range p.requests {
		if !strings.HasPrefix(r, origin) && !strings.HasPrefix(r, "blob:"+origin) {
			p.t.Errorf("the page asked for %s", r)
		}
	}
}

// forgive drops complaints with this text, which the test brought about.
func (p *tab) forgive(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var rest []string
	for _, c := range p.complaints {
		if !strings.Contains(c, text) {
			rest = append(rest, c)
		}
	}
	if len(rest) == len(p.complaints) {
		p.t.Errorf("nothing was said about %q", text)
	}
	p.complaints = rest
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// call runs one command of the protocol.
func call[P, R any](p *tab, cmd cdp.Command[P, R], params P) R {
	p.t.Helper()
	r, err := chromedp.Call(p.ctx, cmd, params)
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}

// eval is the value of an expression on the page.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits for an expression to be true.
func (p *tab) until(expression string) {
	p.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if eval[bool](p, "Boolean("+expression+")") {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.t.Fatalf("never true: %s\n%s", expression, strings.Join(p.complaints, "\n"))
}
