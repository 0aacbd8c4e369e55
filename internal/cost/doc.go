// Package cost says what a finding costs. It takes from the code how deep liveness and readiness of a program check
// the dependency of a finding, runs the fleet model of package outage with that and with the remedy, and puts the
// difference into figures and one line. What the code can't tell (how many replicas, how often they are asked, how long
// the outage is) comes from [Settings], and whatever nobody set is named as an assumption.
//
// It is pure: the same findings and settings give the same bytes. It never sees syntax or SSA.
package cost
