// Package intstr is a stand-in for tests: a port by number or by name.
package intstr

type Type int64

type IntOrString struct {
	Type   Type
	IntVal int32
	StrVal string
}

func FromInt32(val int32) IntOrString { return IntOrString{IntVal: val} }

func FromString(val string) IntOrString { return IntOrString{Type: 1, StrVal: val} }
