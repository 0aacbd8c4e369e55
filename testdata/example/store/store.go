// Package store keeps orders in a database.
package store

import (
	"context"
	"database/sql"
)

type sqlStore struct{ db *sql.DB }

// New returns a store on db.
func New(db *sql.DB) *sqlStore { return &sqlStore{db: db} }

func (s *sqlStore) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

func (s *sqlStore) Place(ctx context.Context, item string) (id int64, err error) {
	err = s.db.QueryRowContext(ctx, "INSERT INTO orders (item) VALUES ($1) RETURNING id", item).Scan(&id)
	return id, err
}
