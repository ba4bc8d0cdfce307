# The front door. `make demo` shows what doppel does, `make test` shows that it does it right.
JOBS    ?= $(shell nproc)
TIER    ?=
SECONDS ?= 60
TARGETS ?=
COMMITS ?=
PREFIX  ?= /usr/local
LABELS  := fast|slow$(if $(filter long,$(TIER)),|long)

.PHONY: demo test asan tsan bench eval fuzz lint install deb clean

demo: build/dev/build.ninja
	@cmake --build --preset dev --parallel $(JOBS) --target doppel_program
	@tools/demo.sh build/dev/doppel demo-out

test: build/dev/build.ninja
	@cmake --build --preset dev --parallel $(JOBS)
	@ctest --preset dev --parallel $(JOBS) --label-regex '$(LABELS)'

build/dev/build.ninja: CMakeLists.txt CMakePresets.json
	@tools/setup.sh build test
	@cmake --preset dev

# The tests of the tier fast; of tsan, those that start threads.
asan:
	@tools/setup.sh build test sanitize
	@cmake --preset asan
	@cmake --build --preset asan --parallel $(JOBS)
	@ctest --preset asan --parallel $(JOBS) --label-regex fast

tsan:
	@tools/setup.sh build test sanitize
	@cmake --preset tsan
	@cmake --build --preset tsan --parallel $(JOBS) --target threaded_tests
	@ctest --preset tsan --parallel $(JOBS) --label-regex threads

bench:
	@tools/setup.sh build bench
	@cmake --preset release
	@cmake --build --preset release --parallel $(JOBS)
	@bench/run.sh build/release

eval: build/dev/build.ninja
	@cmake --build --preset dev --parallel $(JOBS) --target doppel_program
	@for run in eval/*/run.*; do echo "== $$run"; $$run build/dev/doppel; done

fuzz:
	@tools/setup.sh build fuzz
	@cmake --preset fuzz
	@cmake --build --preset fuzz --parallel $(JOBS)
	@fuzz/run.sh build/fuzz $(SECONDS) $(TARGETS)
	@cmake --preset fuzz-coverage
	@cmake --build --preset fuzz-coverage --parallel $(JOBS)
	@fuzz/coverage.py build/fuzz-coverage $(TARGETS)

lint: build/dev/build.ninja
	@tools/setup.sh lint
	@tools/lint.sh build/dev $(COMMITS)

install:
	@tools/setup.sh build
	@cmake --preset release -DDOPPEL_BENCH=OFF -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@cmake --build --preset release --parallel $(JOBS)
	@cmake --install build/release

deb:
	@tools/setup.sh build deb
	@cmake --preset release -DDOPPEL_BENCH=OFF -DCMAKE_INSTALL_PREFIX=/usr
	@cmake --build --preset release --parallel $(JOBS)
	@cd build/release && cpack

clean:
	@rm -rf build demo-out demo-out.store
