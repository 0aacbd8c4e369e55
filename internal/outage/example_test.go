package outage_test

import (
	"fmt"

	"github.com/healthlint/healthlint/internal/outage"
)

// What a deep readiness and a deep liveness endpoint cost a fleet of six while its database is down for two minutes.
func ExampleFleet() {
	fleet := outage.DefaultFleet()
	fleet.Readiness, fleet.Liveness = outage.DeepCheck, outage.DeepCheck
	r, err := fleet.Run()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("every replica restarts %dx, %.1f %% of requests get no target, %.1f %% of all requests are turned away though they never needed it\n",
		r.MostRestarts, r.Percent.NoTarget, r.Percent.NeverNeeded)
	// Output: every replica restarts 2x, 36.7 % of requests get no target, 14.7 % of all requests are turned away though they never needed it
}
