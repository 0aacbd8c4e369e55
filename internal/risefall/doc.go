// Package risefall decides which targets are healthy from probes that pass or fail: a target becomes unhealthy after
// Fall failures in a row and healthy after Rise passes in a row, so that neither one lost probe nor one lucky answer
// changes anything. New targets are unhealthy until they have proved themselves.
//
// [Checker] probes all targets of a round at the same time. What one of them does (hang, panic, answer nonsense) never
// holds up the others: each probe has its own deadline, and one that ignores it is left behind and counted as failed
// until it returns. Everything may be called from several goroutines.
//
// Limits: a deadline can't stop a probe that ignores its context, only outwait it. Panic mode bounds what the checker
// marks; targets that are new or that remain after others were removed may be unhealthy beyond the share.
package risefall
