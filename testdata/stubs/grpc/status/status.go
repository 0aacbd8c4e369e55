// Package status is a stand-in for tests.
package status

import (
	"errors"

	"google.golang.org/grpc/codes"
)

func Error(c codes.Code, msg string) error { return errors.New(msg) }
