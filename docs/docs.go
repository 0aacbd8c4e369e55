// Package docs holds the pages that the command prints too.
package docs

import "embed"

//go:embed rules/*.md
var pages embed.FS

// Rule is the page of a rule in Markdown, "" when there is none.
func Rule(id string) string {
	data, err := pages.ReadFile("rules/" + id + ".md")
	if err != nil {
		return ""
	}
	return string(data)
}
