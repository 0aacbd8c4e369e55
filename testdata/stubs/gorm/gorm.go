// Package gorm is a stand-in for tests: a database whose methods build before they run.
package gorm

import (
	"context"
	"database/sql"
)

type Dialector interface{ Name() string }

type Option interface{ Apply() error }

type Config struct{}

type DB struct{ Error error }

func Open(dialector Dialector, opts ...Option) (db *DB, err error) { return &DB{}, nil }

func (db *DB) DB() (*sql.DB, error)                    { return nil, nil }
func (db *DB) WithContext(ctx context.Context) *DB     { return db }
func (db *DB) Exec(sql string, values ...any) (tx *DB) { return db }
func (db *DB) Table(name string, args ...any) (tx *DB) { return db }
