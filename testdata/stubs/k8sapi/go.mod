module k8s.io/api

go 1.20

require k8s.io/apimachinery v0.32.0

replace k8s.io/apimachinery => ../apimachinery
