// Orders takes orders over HTTP and keeps them in PostgreSQL. Its liveness probe asks the database, so a slow
// database restarts every replica at once: see fixed/ for the same service without that.
package main

import (
	"database/sql"
	"log"
	"net/http"
	"os"

	"example.com/orders/app"
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
