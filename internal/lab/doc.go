// Package lab serves one page on the loopback interface: the models of package outage with all their inputs, two
// settings side by side, and pictures of what happens. The page holds no model. It posts inputs as text, and what it
// shows was computed, checked and put into words here.
//
// The server trusts nobody but the page it serves: it listens on loopback addresses only, answers to its own names
// only (a page elsewhere that rebinds its name to 127.0.0.1 is refused), takes requests from its own origin only, and
// serves embedded files and nothing else.
package lab
