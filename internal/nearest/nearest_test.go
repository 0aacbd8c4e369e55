package nearest

import "testing"

func TestTo(t *testing.T) {
	known := []string{"liveness-dependency", "shared-handler", "format", "level"}
	for word, want := range map[string]string{
		"livenes-dependency":  "liveness-dependency",
		"liveness-dependancy": "liveness-dependency",
		"fromat":              "format", // neighbours swapped are one edit
		"LEVEL":               "level",
		"lvl":                 "level",
		"live":                "liveness-dependency", // a beginning
		"shared_handler":      "shared-handler",
		"quiet":               "",
		"":                    "",
	} {
		if got := To(word, known); got != want {
			t.Errorf("To(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestUnknown(t *testing.T) {
	for word, want := range map[string]string{
		"jsn":   `unknown format "jsn"; did you mean "json"?`,
		"sarif": `unknown format "sarif"; there are text, json`,
	} {
		if got := Unknown("format", word, []string{"text", "json"}).Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
