package outage

// ReplicaState is one replica at one moment of a run, for those who draw it.
type ReplicaState struct {
	Condition string // what it really is
	InPool    bool   // whether it gets requests
	Restarts  int    // so far, by probes
}

// Conditions of a replica.
const (
	CondHealthy      = "healthy"
	CondStarting     = "starting"
	CondWarming      = "warming"       // up, and cannot serve yet
	CondHalfFailed   = "half-failed"   // accepts writes that never reach the store
	CondStopped      = "stopped"       // does not answer
	CondBrief        = "brief"         // does not answer, and comes back by itself
	CondStuck        = "stuck"         // only a restart helps
	CondNoDependency = "no-dependency" // has lost what it depends on
	CondGone         = "gone"          // is being restarted
)
