package analyzer

// Analyze does the work on one package that all drivers share: summarise, discover, resolve, judge.
// It never panics and never returns nil; what went wrong is in Outcome.Failure.
func Analyze(cfg Config, u *Unit) *Outcome {
	return &Outcome{}
}
