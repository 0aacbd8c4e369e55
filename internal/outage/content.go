package outage

import (
	"errors"
	"fmt"
)

// Depth is what an endpoint asks before it answers yes. Each depth asks what the one before it asks, and more.
type Depth string

// The five depths.
const (
	Shallow    Depth = "shallow"     // the process answers
	Ready      Depth = "readiness"   // and it is done warming up
	DeepLocal  Depth = "deep-local"  // and its own way to the store works
	DeepShared Depth = "deep-shared" // and the store that all replicas share is up
	DeepAll    Depth = "deep-all"    // and so is a store that only the batch work needs
)

// Depths are all of them, from the one that asks least.
var Depths = []Depth{Shallow, Ready, DeepLocal, DeepShared, DeepAll}

// Content is a pool of replicas whose membership an endpoint decides. Time passes in rounds of no given length,
// counted from 1; a window of rounds includes its last one. The defaults are those of seed endpoint-content.txt.
type Content struct {
	Depth    Depth `json:"depth"`
	Interval int   `json:"interval_rounds"` // a check every so many rounds, the first in round 1
	Fall     int   `json:"fall"`            // failures in a row that take a replica out of the pool
	Rise     int   `json:"rise"`            // passes in a row that bring it back

	Replicas int `json:"replicas"`
	Rounds   int `json:"rounds"`
	Reads    int `json:"reads"`  // requests a round that need a replica
	Writes   int `json:"writes"` // requests a round that need a replica, its way to the state store, and that store
	Batch    int `json:"batch"`  // requests a round that need some replica in the pool and the billing store

	HalfFailed   ReplicaWindows `json:"half_failed"`   // accepts writes that never reach the store
	Warming      ReplicaWindows `json:"warming"`       // up, cannot serve yet
	Stopped      ReplicaWindows `json:"stopped"`       // does not answer
	Brief        ReplicaWindows `json:"brief"`         // does not answer, and comes back by itself
	StateStore   Windows        `json:"state_store"`   // the shared store is down
	BillingStore Windows        `json:"billing_store"` // the store of the batch work is down
}

// DefaultContent is the seed's schedule with a shallow check in every round.
func DefaultContent() *Content {
	return &Content{
		Depth: Shallow, Interval: 1, Fall: 1, Rise: 1,
		Replicas: 3, Rounds: 130, Reads: 8, Writes: 2, Batch: 1,
		HalfFailed:   ReplicaWindows{"k1": {{20, 45}}},
		Warming:      ReplicaWindows{"k2": {{1, 8}, {60, 66}}},
		Stopped:      ReplicaWindows{"k3": {{82, 95}}},
		Brief:        ReplicaWindows{"k3": {{50, 50}, {58, 59}}},
		StateStore:   Windows{{100, 110}},
		BillingStore: Windows{{115, 125}},
	}
}

// Inputs describes the fields.
func (c *Content) Inputs() Inputs {
	return Inputs{
		wordInput("depth", "what the endpoint asks", &c.Depth, Depths...),
		intInput("interval_rounds", "rounds", "a check every so many rounds", &c.Interval, 1, 10_000),
		intInput("fall", "", "failures in a row that take a replica out of the pool", &c.Fall, 1, 100),
		intInput("rise", "", "passes in a row that bring it back", &c.Rise, 1, 100),
		intInput("replicas", "", "replicas in the pool", &c.Replicas, 1, 1000),
		intInput("rounds", "rounds", "length of the run", &c.Rounds, 1, 1_000_000),
		intInput("reads", "", "reads a round", &c.Reads, 0, 10_000),
		intInput("writes", "", "writes a round; they need the state store", &c.Writes, 0, 10_000),
		intInput("batch", "", "batch requests a round; they need the billing store", &c.Batch, 0, 10_000),
		replicaWindowsInput("half_failed", "rounds", "a replica accepts writes that never reach the store", &c.HalfFailed),
		replicaWindowsInput("warming", "rounds", "a replica is up and can't serve yet", &c.Warming),
		replicaWindowsInput("stopped", "rounds", "a replica does not answer", &c.Stopped),
		replicaWindowsInput("brief", "rounds", "a replica does not answer, and comes back by itself", &c.Brief),
		windowsInput("state_store", "rounds", "the shared store is down", &c.StateStore),
		windowsInput("billing_store", "rounds", "the store of the batch work is down", &c.BillingStore),
	}
}

// Check says which inputs are out of range.
func (c *Content) Check() error {
	errs := []error{c.Inputs().Check()}
	for _, rw := range []struct {
		key string
		ReplicaWindows
	}{{"half_failed", c.HalfFailed}, {"warming", c.Warming}, {"stopped", c.Stopped}, {"brief", c.Brief}} {
		for _, k := range rw.replicas() {
			if i := replicaIndex(k); i < 0 || i >= c.Replicas {
				errs = append(errs, fmt.Errorf("%s: there is no replica %s; the replicas are k1 to k%d", rw.key, k, c.Replicas))
			}
		}
	}
	return errors.Join(errs...)
}

// ContentResult counts requests, and replica-rounds (one replica, one round).
type ContentResult struct {
	OutOfPool     int  `json:"out_of_pool_rounds"` // replica-rounds out of the pool
	DroppedReads  int  `json:"dropped_reads"`
	DroppedWrites int  `json:"dropped_writes"`
	DroppedBatch  int  `json:"dropped_batch"`
	Silent        int  `json:"silent_lost_updates"` // writes that were accepted and never reached the store
	WastedReject  int  `json:"wasted_rejects"`      // reads refused while some replica could have answered them
	Checks        int  `json:"checks"`              // checks made, of all replicas
	FalseEviction int  `json:"false_evictions"`     // evictions during an outage that ends by itself
	BriefRounds   int  `json:"brief_rounds"`        // replica-rounds of such outages
	Detection     *int `json:"detection_rounds"`    // rounds from the first stop of a replica to its eviction
	Served        int  `json:"served"`              // requests that were answered, and did what they said
	Offered       int  `json:"offered"`
}

// Metrics are the columns of a table.
func (r *ContentResult) Metrics() []Metric {
	return []Metric{
		{Key: "checks", Head: "checks", Value: r.Checks},
		{Key: "detection_rounds", Head: "detection delay", Value: optional(r.Detection), Unit: " rounds"},
		{Key: "false_evictions", Head: "false evictions", Value: r.FalseEviction},
		{Key: "out_of_pool_rounds", Head: "out of pool", Value: r.OutOfPool},
		{Key: "dropped_reads", Head: "dropped reads", Value: r.DroppedReads},
		{Key: "dropped_writes", Head: "dropped writes", Value: r.DroppedWrites},
		{Key: "dropped_batch", Head: "dropped batch", Value: r.DroppedBatch},
		{Key: "silent_lost_updates", Head: "silent lost updates", Value: r.Silent},
		{Key: "wasted_rejects", Head: "wasted rejects", Value: r.WastedReject},
		{Key: "served", Head: "served", Value: r.Served},
		{Key: "offered", Head: "offered", Value: r.Offered},
	}
}
