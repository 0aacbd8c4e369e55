package callgraph

// Models of functions outside of what is followed whose results the evaluation needs: strings that make up
// paths and addresses, and containers of the standard library.

// stringModel reports whether full is a string function that evalString knows.
func stringModel(full string) bool { _, ok := stringModels[full]; return ok }

// modelled reports whether a call of full means more than "unknown result".
func modelled(full string) bool {
	if stringModel(full) {
		return true
	}
	_, ok := valueModels[full]
	_, carries := carriers[full]
	return ok || carries
}

// valueModel says how a call gives back or keeps what it was given. Indexes count the receiver.
type valueModel struct {
	load  int   // result is what is stored in argument load-1
	store []int // {container, value}: the value is kept in the container
	pass  []int // results may be these arguments
	elems []int // results are elements of these arguments
}

var valueModels = map[string]valueModel{
	"(*sync/atomic.Pointer).Store":          {store: []int{0, 1}},
	"(*sync/atomic.Pointer).Load":           {load: 1},
	"(*sync/atomic.Pointer).Swap":           {load: 1, store: []int{0, 1}},
	"(*sync/atomic.Pointer).CompareAndSwap": {store: []int{0, 2}},
	"(*sync/atomic.Value).Store":            {store: []int{0, 1}},
	"(*sync/atomic.Value).Load":             {load: 1},
	"(*sync/atomic.Value).Swap":             {load: 1, store: []int{0, 1}},
	"(*sync/atomic.Value).CompareAndSwap":   {store: []int{0, 2}},
	"(*sync.Map).Store":                     {store: []int{0, 2}},
	"(*sync.Map).Load":                      {load: 1},
	"(*sync.Map).LoadOrStore":               {load: 1, store: []int{0, 2}},
	"(*sync.Map).LoadAndDelete":             {load: 1},
	"cmp.Or":                                {elems: []int{0}},
	"errors.Join":                           {},
	"context.WithCancel":                    {pass: []int{0}},
	"context.WithTimeout":                   {pass: []int{0}},
	"context.WithDeadline":                  {pass: []int{0}},
	"context.WithValue":                     {pass: []int{0}},
	"slices.Clone":                          {pass: []int{0}},
	"slices.Concat":                         {elems: []int{0}},
	"maps.Clone":                            {pass: []int{0}},
	"maps.Keys":                             {},
	"slices.Sorted":                         {pass: []int{0}},
	"slices.Collect":                        {pass: []int{0}},
	"net/http.NewRequest":                   {},
	"net/http.NewRequestWithContext":        {},
	"(*net/http.Request).WithContext":       {pass: []int{0}},
	"(*net/http.Request).Clone":             {pass: []int{0}},
	"(net/http.HandlerFunc).ServeHTTP":      {},
	"flag.String":                           {},
	"database/sql.Open":                     {},
}

// stringModels are functions whose result is a string made of their arguments; see (*eval).stringCall.
var stringModels = map[string]string{
	"fmt.Sprintf":                "sprintf",
	"fmt.Sprint":                 "concat",
	"path.Join":                  "join",
	"net/url.JoinPath":           "join",
	"strings.Join":               "joinsep",
	"strings.TrimSuffix":         "trimsuffix",
	"strings.TrimPrefix":         "trimprefix",
	"strings.TrimRight":          "trimright",
	"strings.TrimLeft":           "trimleft",
	"strings.Trim":               "trim",
	"strings.TrimSpace":          "trimspace",
	"strings.ToLower":            "lower",
	"strings.ToUpper":            "upper",
	"net.JoinHostPort":           "hostport",
	"strconv.Itoa":               "hole",
	"strconv.FormatInt":          "hole",
	"os.Getenv":                  "hole",
	"path/filepath.Join":         "join",
	"(net/url.URL).String":       "hole",
	"(*net/url.URL).EscapedPath": "hole",
}
