// Package browsertest holds tests alone: they drive the lab and the HTML report in headless Chromium. Without one they
// are skipped; scripts/browser.sh installs Debian's and turns the skip into a failure.
package browsertest
