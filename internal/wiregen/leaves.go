package wiregen

// leaves are the terms without operands: a dependency, or nothing. The first one is what a program ends with when
// its input is used up.
var leaves = []*gadget{
	{
		name: "nothing", out: check,
		decl: "func Nothing$() error { return nil }\n" +
			"type Idle$ struct{ DB *sql.DB }\nfunc (i *Idle$) Ping() error { if i.DB == nil { return errors.New(\"none\") }; return nil }",
		loud: []variant{
			say("=> func() error { return nil }"), say("=> @Nothing$"), say("=> (&@Idle${DB: db}).Ping"),
			say("=> func() error { if db == nil { return errors.New(\"no database\") }; return nil }"),
			{decl: "var Err# error", text: "=> func() error { return @Err# }"},
		},
	},
	{
		name: "ping", out: check, deps: ping,
		decl: "type Store$ struct{ DB *sql.DB }\nfunc (s *Store$) Ping() error { return s.DB.Ping() }\n" +
			"func PingOf$(db *sql.DB) func() error { return func() error { return db.Ping() } }",
		loud: []variant{
			say("=> db.Ping"), say("=> func() error { return db.Ping() }"), say("=> (&@Store${DB: db}).Ping"), say("=> @PingOf$(db)"),
			say("p# := (*sql.DB).Ping\n=> func() error { return p#(db) }"),
			{decl: "var DB# *sql.DB\nfunc PingDB#() error { return DB#.Ping() }", text: "@DB# = db\n=> @PingDB#"},
		},
	},
	{
		name: "exec", out: check, deps: exec,
		decl: "type Table$ struct{ *sql.DB; name string }\nfunc NewTable$(db *sql.DB, name string) Table$ { return Table${db, name} }\n" +
			"func (t Table$) Touch() error { _, err := t.Exec(\"UPDATE \" + t.name); return err }",
		loud: []variant{
			say("=> func() error { _, err := db.Exec(\"SELECT 1\"); return err }"), say("=> @NewTable$(db, \"seen\").Touch"),
			say("t# := @NewTable$(db, \"seen\")\n=> func() error { return t#.Touch() }"),
		},
	},
	{
		name: "dial", out: check, deps: dial,
		decl: "type TCP$ struct{ Addr string }\nfunc (t TCP$) Ping() error { c, err := net.Dial(\"tcp\", t.Addr); if err != nil { return err }; return c.Close() }\n" +
			"func Dial$() error { return TCP${os.Getenv(\"BROKER\")}.Ping() }\n" +
			"var Init$ func() error\nfunc init() { Init$ = Dial$ }",
		loud: []variant{
			say("=> @Dial$"), say("=> @TCP${os.Getenv(\"BROKER\")}.Ping"), say("=> @Init$"), say("=> func() error { return @Init$() }"),
			say("=> func() error { _, err := net.Dial(\"tcp\", os.Getenv(\"BROKER\")); return err }"),
		},
	},
	{
		name: "lookup", out: check, deps: lookup,
		decl: "func Lookup$(host string) error { _, err := net.LookupHost(host); return err }\n" +
			"var Find$ = func() error { return Lookup$(\"db.internal\") }",
		loud: []variant{
			say("=> func() error { return @Lookup$(\"db.internal\") }"), say("=> @Find$"), say("=> func() error { return @Find$() }"),
			{decl: "var All# = map[string]func() error{}\nfunc init() { All#[\"dns\"] = Find$ }", text: "=> func() error { for _, f := range @All# { if err := f(); err != nil { return err } }; return nil }"},
		},
	},
	{
		name: "get", out: check, deps: get,
		decl: "func Get$(url string) error { res, err := http.Get(url); if err != nil { return err }; return res.Body.Close() }",
		loud: []variant{
			say("=> func() error { return @Get$(\"http://billing.internal/\") }"),
			say("u# := \"http://billing.internal/\"\n=> func() error { return @Get$(u#) }"),
		},
	},
	{
		name: "idle pinger", out: pinger,
		decl: "type Self$ struct{}\nfunc (Self$) Ping() error { return nil }\ntype Known$ struct{ DB *sql.DB }\nfunc (k *Known$) Ping() error { if k.DB == nil { return errors.New(\"none\") }; return nil }",
		loud: []variant{say("=> @Self${}"), say("=> (&@Self${})"), say("=> (&@Known${DB: db})")},
	},
	{
		name: "store pinger", out: pinger, deps: ping,
		decl: "type Base$ struct{ DB *sql.DB }\nfunc (s *Base$) Ping() error { return s.DB.Ping() }\n" +
			"type Repo$ struct{ *Base$; Name string }\nfunc NewRepo$(db *sql.DB) *Repo$ { return &Repo${Base$: &Base${DB: db}, Name: \"orders\"} }\n" +
			"func Open$(db *sql.DB) (api.Pinger, error) { if db == nil { return nil, errors.New(\"none\") }; return &Base${DB: db}, nil }\n" +
			"func Base$Of(db *sql.DB) (*Base$, error) { if db == nil { return nil, errors.New(\"none\") }; return &Base${DB: db}, nil }",
		loud: []variant{
			say("=> db"), say("=> (&@Base${DB: db})"), say("=> @NewRepo$(db)"), say("=> @Repo${Base$: &@Base${DB: db}}"),
			say("p#, err# := @Open$(db)\nif err# != nil { panic(err#) }\n=> p#"),
			say("p#, err# := @Base$Of(db)\nif err# != nil { panic(err#) }\n=> p#"),
			{decl: "type DB# struct{ *sql.DB }", text: "=> @DB#{db}"},
		},
	},
	{
		name: "tcp pinger", out: pinger, deps: dial,
		decl: "type Conn$ struct{ addr string }\nfunc NewConn$(addr string) api.Pinger { return &Conn${addr} }\n" +
			"func (t *Conn$) Ping() error { c, err := net.Dial(\"tcp\", t.addr); if err != nil { return err }; return c.Close() }",
		loud: []variant{say("=> @NewConn$(os.Getenv(\"BROKER\"))")},
	},
	{
		name: "shallow handler", out: handler,
		decl: "func OK$(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusOK) }",
		loud: []variant{
			say("=> http.HandlerFunc(@OK$)"), say("=> http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })"),
		},
	},
}
