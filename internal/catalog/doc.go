// Package catalog holds what healthlint knows of other people's APIs: which calls talk to a dependency,
// which packages are closed books, which functions run a function they are given, and how routers and
// health libraries register probes.
//
// The knowledge is data, one fact a line, in data/; Go code here reads it and answers questions. A new
// client is a few lines in data/deps and one line in a test. Go is needed only where a family of
// generated packages is told by the shape of its signatures (depsig.go), because the names of the
// methods cannot be listed.
//
// A function is found by import path, receiver type and name, never by a printed form: whether a
// receiver is a pointer, which type parameters it has and how a package is called locally do not
// matter. The receiver is the type that declares the method. (*sqlx.DB).Ping is promoted from
// *sql.DB and has its entry there; Get on a redis.UniversalClient is declared by StringCmdable.
//
// Order of answers: lines of the package itself, then families (path patterns), then the shape of a
// generated gRPC stub. Shape is a separate question because it is a guess.
//
// The format of data/deps is described in data/deps/README.md.
package catalog
