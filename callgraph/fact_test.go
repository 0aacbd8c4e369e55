package callgraph

import (
	"bytes"
	"go/ast"
	"slices"
	"testing"
)

// backward is the source of p with its files the other way round. The order of files numbers the functions init
// of a package, so where there are several it stays.
func (p *followed) backward() Source {
	src := p.src
	inits := 0
	for _, f := range src.Files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				inits++
			}
		}
	}
	if inits < 2 {
		src.Files = slices.Clone(src.Files)
		slices.Reverse(src.Files)
	}
	return src
}

// TestFactsAreStable makes all facts twice, the second time with packages and files the other way round.
func TestFactsAreStable(t *testing.T) {
	ps := loadCorpus(t)
	want := map[string][]byte{}
	facts(t, ps, func(p *followed, _ *Package, fact []byte) { want[p.path] = fact })

	sums := map[*followed]*summary{}
	for _, p := range slices.Backward(ps) {
		sums[p] = extract(p.backward())
	}
	have := map[string][]byte{}
	for _, p := range ps {
		w := newWorld(sums[p])
		for _, d := range p.deps {
			if err := w.merge(have[d.path]); err != nil {
				t.Fatalf("%s: %v", d.path, err)
			}
		}
		have[p.path] = w.export(nil)
		if !bytes.Equal(have[p.path], want[p.path]) {
			t.Errorf("%s: two facts of one package differ (%d and %d bytes)", p.path, len(want[p.path]), len(have[p.path]))
		}
	}
}

// TestFactsRoundTrip decodes facts and what they hold, and encodes it again.
func TestFactsRoundTrip(t *testing.T) {
	same := func(path, what string, in []byte, v any) {
		t.Helper()
		if err := decode(in, v); err != nil {
			t.Errorf("%s: %s: %v", path, what, err)
		} else if !bytes.Equal(encode(v), in) {
			t.Errorf("%s: %s changes its bytes when it is encoded again", path, what)
		}
	}
	facts(t, loadCorpus(t), func(p *followed, _ *Package, fact []byte) {
		var f wireFact
		same(p.path, "fact", fact, &f)
		for _, b := range f.Funcs {
			same(p.path, b.Key, b.Body, new(function))
		}
		for _, b := range f.Types {
			same(p.path, b.Key, b.Body, new(typeInfo))
		}
	})
	for _, path := range []string{"", "example.com/a"} {
		same(path, "fact of a failed package", FailedFact(path), new(wireFact))
	}
}

// TestFactsHoldSummaries holds what arrives at an importer against what was extracted.
func TestFactsHoldSummaries(t *testing.T) {
	facts(t, loadCorpus(t), func(p *followed, sum *Package, fact []byte) {
		w := newWorld(&summary{})
		if err := w.merge(fact); err != nil {
			t.Fatalf("%s: %v", p.path, err)
		}
		for k, f := range sum.w.own.Funcs {
			if got := w.fn(k); got == nil || !bytes.Equal(encode(got), encode(f)) {
				t.Errorf("%s: importers see another %s", p.path, k)
			}
		}
		for k, info := range sum.w.own.Types {
			if got := w.typ(k); got == nil || !bytes.Equal(encode(got), encode(info)) {
				t.Errorf("%s: importers see other methods of %s", p.path, k)
			}
		}
		for _, c := range sum.w.own.Convs {
			if !w.convs[c] {
				t.Errorf("%s: importers do not see the conversion of %s to %s", p.path, c.Type, c.Iface)
			}
		}
	})
}

// takeDamaged does with bytes what an importer does; nothing of it may panic or hang.
func takeDamaged(buf []byte) {
	w := newWorld(&summary{Path: "example.com/importer"})
	if w.merge(buf) != nil {
		return
	}
	for k := range w.rawFuncs {
		w.fn(k)
	}
	for k := range w.rawTypes {
		w.typ(k)
	}
}

// TestDamagedFacts cuts and changes facts at places spread over them.
func TestDamagedFacts(t *testing.T) {
	var all [][]byte
	facts(t, loadCorpus(t), func(_ *followed, _ *Package, fact []byte) { all = append(all, fact) })
	for i := 0; i < len(all); i += len(all)/12 + 1 {
		fact := all[i]
		step := len(fact)/150 + 1
		for at := 0; at < len(fact); at += step {
			var f wireFact
			if decode(fact[:at], &f) == nil {
				t.Errorf("%d of %d bytes pass for a fact", at, len(fact))
			}
			for _, flip := range []byte{0x01, 0x80, 0xff} {
				bad := bytes.Clone(fact)
				bad[at] ^= flip
				takeDamaged(bad)
			}
		}
		takeDamaged(append(bytes.Clone(fact), 0))
	}
}

// FuzzDecode feeds bytes to what reads facts of imports.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(FailedFact("example.com/a"))
	f.Add(encode(&wireFact{Version: factVersion, Path: "a", Inits: []string{"a.init"}, Reported: []uint64{1, 1 << 60},
		Convs: []conversion{{"a.I", "*a.T"}},
		Types: []blob{{"*a.T", []string{"f(*a.T).Ping"}, encode(&typeInfo{Key: "*a.T", Methods: []method{{Name: "Ping", Fn: "(*a.T).Ping", Eff: &effect{ID: "x"}}}})}},
		Funcs: []blob{{"(*a.T).Ping", []string{"ra.T"}, encode(&function{Key: "(*a.T).Ping", Files: []string{"a.go"},
			Nodes: []node{{Op: opParam}, {Op: opField, Str: "db", A: []int{0}}}, Stmts: []stmt{{Kind: stCall, A: []int{1}, Guard: -1}}})}},
	}))
	f.Fuzz(func(t *testing.T, buf []byte) {
		takeDamaged(buf)
		var x wireFact
		if decode(buf, &x) != nil {
			return
		}
		once := encode(&x)
		var y wireFact
		if err := decode(once, &y); err != nil {
			t.Fatalf("what was decoded does not decode again: %v", err)
		}
		if !bytes.Equal(encode(&y), once) {
			t.Error("encoding is not stable")
		}
	})
}

// factBytes bounds the facts of the packages of all fixtures on average, programs included. 206 packages took 4,570
// bytes each when it was set; a third on top is the room. Drivers store, read and hash every fact, so a change of the
// engine that needs more has to be worth it.
const factBytes = 6_000

func TestFactSize(t *testing.T) {
	total, biggest, of := 0, 0, ""
	facts(t, loadCorpus(t), func(p *followed, _ *Package, fact []byte) {
		total += len(fact)
		if len(fact) > biggest {
			biggest, of = len(fact), p.path
		}
	})
	t.Logf("%d bytes for %d packages, the biggest %d of %s", total, len(corpus.packages), biggest, of)
	if n := len(corpus.packages); total > n*factBytes {
		t.Errorf("the facts of all fixtures take %d bytes, more than %d for each of %d packages", total, factBytes, n)
	}
}
