// Package healthcheck is a stand-in for tests: the configuration of the probes.
package healthcheck

import "github.com/gofiber/fiber/v2"

type HealthChecker func(*fiber.Ctx) bool

type Config struct {
	Next              func(c *fiber.Ctx) bool
	LivenessProbe     HealthChecker
	LivenessEndpoint  string
	ReadinessProbe    HealthChecker
	ReadinessEndpoint string
}

func New(config ...Config) fiber.Handler { return func(*fiber.Ctx) error { return nil } }
