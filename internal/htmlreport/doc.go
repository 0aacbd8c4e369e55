// Package htmlreport writes a result as one HTML file for people: the graph of endpoints and what they reach, findings
// with their calls in the code, what they cost, and what stayed open. The file needs nothing else: no script, no
// request. Whatever comes from code is escaped. The same result and the same code give the same bytes.
package htmlreport
