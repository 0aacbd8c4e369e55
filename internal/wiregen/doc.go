// Package wiregen makes small Go programs whose health endpoints are wired in a random way, and knows the right
// answer while it makes them: which probe reaches which dependency. Tests compare that with what the engine says.
//
// A program is made of terms. A term is an expression of one kind (a check, something to ping, a handler) made by a
// gadget from smaller terms: a constructor that keeps a function in a field, a decorator, a list that is run. A
// gadget has variants that run what they are given and variants that do not, so the probes of one program, which
// share gadgets, have different answers and a mix-up shows.
package wiregen
