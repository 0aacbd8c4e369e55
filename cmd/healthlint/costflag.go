package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/healthlint/healthlint/internal/cost"
	"github.com/healthlint/healthlint/internal/nearest"
)

// setCost reads name=value,name=value. A list of outages has commas of its own: what has no name goes on with the value
// before it, as in down_s=60-90,200-260,fall=2.
func (inv *invocation) setCost(list string) error {
	var pairs []string
	for part := range strings.SplitSeq(list, ",") {
		if n := len(pairs); n > 0 && !strings.Contains(part, "=") {
			pairs[n-1] += "," + part
			continue
		}
		pairs = append(pairs, part)
	}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("-cost takes name=value, as in instances=12, not %q", pair)
		}
		if err := inv.setOneCost(strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("-cost: %w", err)
		}
	}
	return nil
}

func (inv *invocation) setOneCost(name, value string) error {
	err := inv.cost.Set(name, value)
	if errors.Is(err, cost.ErrUnknown) {
		return nearest.Unknown("input", strings.ReplaceAll(name, "-", "_"), cost.Names())
	}
	return err
}

// checkCost refuses settings that are each in range and do not fit together.
func (inv *invocation) checkCost() error {
	_, err := inv.cost.Fleet()
	if err == nil {
		return nil
	}
	return fmt.Errorf("-cost: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
}
