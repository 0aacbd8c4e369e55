module goji.io

go 1.20
