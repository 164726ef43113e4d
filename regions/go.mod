module example.com/queens/regions

go 1.26.0

require (
	example.com/queens v0.0.0
	github.com/google/go-cmp v0.7.0
)

require golang.org/x/exp v0.0.0-20260908205506-85c1c2202aba // indirect

replace example.com/queens => ../
