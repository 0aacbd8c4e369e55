// Fixed is the orders service with a liveness probe that asks only what a restart can mend.
package main

import (
	"database/sql"
	"log"
	"net/http"
	"os"

	"example.com/orders/fixed/app"
	"example.com/orders/store"
)

func main() {
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	srv := app.New(store.New(db))
	srv.Warm()
	log.Fatal(http.ListenAndServe(":8080", srv.Routes()))
}
