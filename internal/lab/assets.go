package lab

import (
	"bytes"
	"embed"
	"fmt"
	"net/http"
	"path"
	"strconv"

	"github.com/healthlint/healthlint/internal/picture"
)

//go:embed assets
var assets embed.FS

// asset is one file of the page.
type asset struct {
	kind string
	data []byte
}

// pageFiles are all files that are served, by path. What is not here cannot be asked for.
var pageFiles = readAssets()

func readAssets() map[string]asset {
	files := map[string]asset{"/style.css": {"text/css; charset=utf-8", []byte(picture.Stylesheet)}}
	for _, dir := range []string{"assets", "assets/uplot"} {
		entries, err := assets.ReadDir(dir)
		if err != nil {
			panic(err) // the embedded files are part of the program
		}
		for _, e := range entries {
			kind := kinds[path.Ext(e.Name())]
			if e.IsDir() || kind == "" {
				continue
			}
			data, err := assets.ReadFile(path.Join(dir, e.Name()))
			if err != nil {
				panic(err)
			}
			name := "/" + e.Name()
			if name == "/index.html" {
				name, data = "/", bytes.Replace(data, []byte("<!-- patterns -->"), []byte(picture.Patterns), 1)
			}
			if _, twice := files[name]; twice {
				panic(fmt.Sprintf("two files are called %s", name))
			}
			files[name] = asset{kind, data}
		}
	}
	return files
}

// kinds are the content types of what is served; other files stay unserved. They are written out since package mime
// reads those of the machine.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

func (f asset) serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(f.data)))
	w.Write(f.data)
}
