module connectrpc.com/grpchealth

go 1.20
