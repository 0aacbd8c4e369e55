package inventory

import "github.com/healthlint/healthlint/internal/outage"

// Cost is what the fleet model ([outage.Fleet]) makes of a finding: the same outage once with the depth of the checks
// that the code has and once with that of the remedy. Package cost computes it.
type Cost struct {
	Text string `json:"text"` // one line, for people; ends in the assumptions
	// Assumptions are the inputs and the facts that neither the code nor the user told, in words; Text names them, too.
	Assumptions []string `json:"assumptions"`
	// Inputs are all inputs of the model, as the checks are. The fixed run differs in liveness and readiness only.
	Inputs outage.Fleet `json:"inputs"`
	AsIs   CostFigures  `json:"as_is"`
	Fixed  CostFigures  `json:"fixed"`
}

// CostFigures are the results of one run. Percentages are shares of all requests of the run.
type CostFigures struct {
	Liveness  outage.Check `json:"liveness"`
	Readiness outage.Check `json:"readiness"`

	ServedPercent      float64 `json:"served_percent"`
	DependencyPercent  float64 `json:"dependency_percent"`   // failed: the replica could not reach what is down
	NoTargetPercent    float64 `json:"no_target_percent"`    // failed: no replica was ready
	RestartingPercent  float64 `json:"restarting_percent"`   // failed: their replica was being restarted
	OverloadPercent    float64 `json:"overload_percent"`     // failed: their replica had more than its capacity
	UnavoidablePercent float64 `json:"unavoidable_percent"`  // needed a shared dependency while it was down
	NeverNeededPercent float64 `json:"never_needed_percent"` // failed though they never needed it

	Restarts         int  `json:"restarts"`       // of all replicas
	LeastRestarts    int  `json:"least_restarts"` // of one replica that the fault hits
	MostRestarts     int  `json:"most_restarts"`
	NoHealthyTargetS int  `json:"no_healthy_target_s"`
	FewestHealthy    int  `json:"fewest_healthy"`
	FailOpenS        int  `json:"fail_open_s"` // health was ignored
	DependencyDownS  int  `json:"dependency_down_s"`
	FirstUnhealthyS  *int `json:"first_unhealthy_s"` // null: never
	LastRecoveryS    *int `json:"last_recovery_s"`   // null: never
}
