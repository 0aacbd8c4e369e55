// Package v1 is a stand-in for tests: the probes of a container.
package v1

import "k8s.io/apimachinery/pkg/util/intstr"

type HTTPGetAction struct {
	Path string
	Port intstr.IntOrString
	Host string
}

type ProbeHandler struct{ HTTPGet *HTTPGetAction }

type Probe struct {
	ProbeHandler
	TimeoutSeconds, PeriodSeconds, FailureThreshold int32
}

type Container struct {
	Name, Image                                 string
	LivenessProbe, ReadinessProbe, StartupProbe *Probe
}
