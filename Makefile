# Jangteo (장터): `make run` serves a market, `make test` runs every test, `make help` lists the rest.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# Packages: what the program is built with and starts, and what the tests need as well.
LIBRARIES := libsqlite3-dev libsodium-dev libgd-dev libarchive-dev zlib1g-dev pkg-config curl openssl ca-certificates
TESTED    := chromium chromium-driver fonts-noto-cjk libpq-dev nginx postgresql pgbouncer
DATABASE  ?= jangteo.sqlite
HOST      ?= 127.0.0.1
PORT      ?= 8080
SAMPLES   ?= 200
# The script that measures other servers beside this one, if it is there, and its options.
PEERS_RUNNER  ?= ../shared/bench/peers/run.py
PEERS_OPTIONS ?=
# Options of `make numbers`: --long 40, --silent, --knot.
NUMBERS_OPTIONS ?=

.PHONY: help
help: ## List the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) \
	| awk 'BEGIN { FS = ":.*## " } { printf "  make %-15s %s\n", $$1, $$2 }'

.PHONY: setup
setup: ## Install the system libraries that are missing (apt)
	@$(call install,$(LIBRARIES))

.PHONY: setup-tests
setup-tests: setup ## Install what the tests need as well (apt)
	@$(call install,$(TESTED))

# Installs those of the packages $(1) that are missing; prints nothing if there are none.
define install
missing=$$(for package in $(1); do \
	dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q '^install ok installed$$' \
	|| echo $$package; done); \
if [ -n "$$missing" ]; then \
	echo "Installing with apt:" $$missing; \
	as_root=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$as_root apt-get update -qq && \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		$$missing >/dev/null; \
fi
endef

# Links Swift's own libraries statically if the toolchain has them: calls into them are direct then, and
# less of them is in memory.
SWIFT   := $(shell readlink -f "$$(command -v swift)")
RELEASE := -c release $(if $(wildcard $(dir $(SWIFT))../lib/swift_static/linux),--static-swift-stdlib)

.PHONY: build
build: setup ## Build the release program
	@swift build $(RELEASE) --product jangteo

.PHONY: run
run: build ## Serve a market with sample listings on http://127.0.0.1:8080 (HOST, PORT, DATABASE, SAMPLES)
	@program="$$(swift build -c release --show-bin-path)/jangteo"; \
	[ -e "$(DATABASE)" ] || { rm -f "$(DATABASE)".new*; \
		"$$program" seed --items $(SAMPLES) --database "$(DATABASE).new" \
		&& mv "$(DATABASE).new" "$(DATABASE)"; } || exit; \
	exec "$$program" serve --host $(HOST) --port $(PORT) --database "$(DATABASE)" --root . \
		--development

STRICTLY := --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors
# Tests run over a PostgreSQL server as well as over a file.
WITH_SERVER := --traits PostgreSQL --scratch-path .build/postgresql $(STRICTLY)

# The program is built without libpq, as people have it, and again with it for the tests.
# Tests run one at a time: those that wait for sockets would starve beside those that compute. Browser
# tests mostly wait, so they run beside the others. Those that fail run once more by themselves, since a
# page may change under the driver's hands; what fails twice has failed. Failures are printed last, where
# they are seen. Tests that hang are ended, so that it can be said which.
.PHONY: test
test: setup-tests ## Lint, build with warnings as errors, and run every test
	@swift format lint --strict --recursive Package.swift Sources Tests
	@swift build --product jangteo $(STRICTLY)
	@swift build --build-tests $(WITH_SERVER)
	@export JANGTEO_WITHOUT_POSTGRESQL="$$(swift build $(STRICTLY) --show-bin-path)/jangteo"; \
	tests="$$(swift build $(WITH_SERVER) --show-bin-path)/JangteoPackageTests.xctest"; \
	run() { exec timeout -k 10 3000 "$$tests" --testing-library swift-testing --no-parallel "$$@"; }; \
	: >.build/tests.log; trap 'kill $$(jobs -p) 2>/dev/null' EXIT; \
	run --filter '^BrowserTests' >.build/browser-tests.log 2>&1 & browser=$$!; \
	run --skip '^BrowserTests' >.build/tests.log 2>&1 & others=$$!; \
	tail -n +1 -s 0.2 -f --pid=$$others .build/tests.log; \
	wait $$others; others=$$?; \
	wait $$browser; browser=$$?; \
	cat .build/browser-tests.log; \
	again="$$(sed -nE 's/^✘ Test ([A-Za-z0-9]+)\(.*\) (with .*)?failed after.*/\1/p' .build/browser-tests.log \
		| sort -u | paste -sd '|')"; \
	if [ $$browser = 1 ] && [ -n "$$again" ]; then \
		echo "Once more: $$again"; \
		( run --filter "^BrowserTests.*($$again)" ) >.build/browser-tests.log 2>&1; browser=$$?; \
		cat .build/browser-tests.log; \
	fi; \
	[ $$((others + browser)) = 0 ] || { echo "Failed, with exit codes $$others and $$browser (124: it took too long and was ended):"; \
		grep -hA 8 '^✘' .build/tests.log .build/browser-tests.log | grep -v '^[◇✔]'; \
		tail -n 3 .build/tests.log .build/browser-tests.log; exit 1; }

.PHONY: suite
suite: setup-tests ## Run one suite by itself: make suite SUITE=ItemPagingTests
	@swift build --build-tests $(WITH_SERVER)
	@"$$(swift build $(WITH_SERVER) --show-bin-path)/JangteoPackageTests.xctest" --testing-library swift-testing \
		--no-parallel --filter "$(or $(SUITE),$(error Which one? make suite SUITE=ItemPagingTests))"

.PHONY: check
check: test check-api check-axe ## Run test, check-api and check-axe

.PHONY: check-api
check-api: setup ## Test the API against its OpenAPI document (schemathesis, from PyPI)
	@swift build $(STRICTLY) --product jangteo
	@Tests/OpenAPI/check.sh "$$(swift build $(STRICTLY) --show-bin-path)/jangteo"

.PHONY: check-axe
check-axe: setup-tests ## Check the accessibility of every page (axe, from PyPI if available)
	@swift build --build-tests $(STRICTLY)
	@Tests/Accessibility/axe.sh "$$(swift build $(STRICTLY) --show-bin-path)/JangteoPackageTests.xctest"

BASE ?= HEAD

.PHONY: compare
compare: build ## Show which pages and API calls differ from another commit: make compare BASE=main
	@[ -e .build/base ] || git worktree add --detach .build/base $(BASE) >/dev/null
	@git -C .build/base checkout -q --detach $(BASE)
	@swift build $(RELEASE) --product jangteo --package-path .build/base
	@Tests/Pages/compare.py .build/base/.build/release/jangteo .build/base \
		"$$(swift build -c release --show-bin-path)/jangteo" .

.PHONY: numbers
numbers: ## Measure the sources: files, functions, cycles, what is undocumented
	@python3 -B Tests/Numbers/measure.py $(NUMBERS_OPTIONS)

.PHONY: first-view
first-view: build ## Measure a phone's first visits: bytes, LCP, CLS, console messages
	@python3 -B Tests/Numbers/first-view.py "$$(swift build -c release --show-bin-path)/jangteo" .

.PHONY: bench
bench: bench-requests ## Measure requests and their parts beside other servers
	@"$(BENCHMARKS)"
	@Tests/Benchmarks/peers.sh $(PEERS_RUNNER) $(PEERS_OPTIONS)

BENCHMARKS = $$(swift build -c release --show-bin-path)/Benchmarks

# Hashing is made deterministic, so that counts can be compared. valgrind is installed first, because the
# benchmark is built with its headers.
.PHONY: bench-requests
bench-requests: setup ## Count the instructions of each kind of request, with 100,000 listings
	@$(call install,valgrind)
	@$(MAKE) --no-print-directory bench-build
	@folder=.build/bench-requests; rm -rf $$folder; mkdir -p $$folder .build/bench-scale; \
	market=.build/bench-scale/100000.sqlite; \
	[ -e $$market ] || { .build/release/jangteo seed --items 100000 --database $$market.new \
		&& mv $$market.new $$market; } || exit; \
	cp $$market $$folder/market.sqlite; \
	SWIFT_DETERMINISTIC_HASHING=1 valgrind -q --tool=callgrind --callgrind-out-file=$$folder/counts \
		"$(BENCHMARKS)" requests $$folder/market.sqlite $$folder/counts

# The number of listings in the market that is searched, and in the markets that are compared.
LISTINGS ?= 1000000
SCALE    ?= 10000 100000 1000000

.PHONY: bench-build
bench-build: setup
	@swift build $(RELEASE) --product jangteo
	@swift build $(RELEASE) --product Benchmarks

.PHONY: bench-scale
bench-scale: bench-build ## Measure markets of 10,000 to 1,000,000 listings: CPU, p99, disk, memory
	@python3 -B Tests/Benchmarks/scale.py .build/release/jangteo "$(BENCHMARKS)" . $(SCALE)

.PHONY: bench-search
bench-search: bench-build ## Measure searches of a million listings beside other search engines
	@folder=.build/bench-search; market=.build/bench-scale/$(LISTINGS).sqlite; \
	mkdir -p $$folder .build/bench-scale; \
	[ -e $$market ] || { .build/release/jangteo seed --items $(LISTINGS) --database $$market.new \
		&& mv $$market.new $$market; } || exit; \
	"$(BENCHMARKS)" search $$market $$folder \
	&& python3 -B Tests/Benchmarks/search_peers.py $$folder $$market

.PHONY: bench-chats
bench-chats: build ## Measure 2,000 open conversations: delay, CPU, memory
	@python3 -B Tests/Benchmarks/chats.py "$$(swift build -c release --show-bin-path)/jangteo" .

.PHONY: bench-cluster
bench-cluster: setup-tests ## Measure PostgreSQL beside SQLite, and two programs beside one
	@$(call install,wrk)
	@swift build $(RELEASE) --product jangteo --traits PostgreSQL --scratch-path .build/postgresql
	@python3 -B Tests/Benchmarks/cluster.py .build/postgresql/release/jangteo .

ROUNDS ?= 50

# A release build of the program, driven by the tests' clients.
.PHONY: cluster
cluster: setup-tests ## Kill, freeze and cut off parts of a cluster: make cluster ROUNDS=50
	@swift build $(RELEASE) --product jangteo --traits PostgreSQL --scratch-path .build/postgresql
	@swift build --build-tests $(WITH_SERVER)
	@export JANGTEO_EXECUTABLE="$$(swift build -c release $(WITH_SERVER) --show-bin-path)/jangteo"; \
	JANGTEO_ROUNDS=$(ROUNDS) JANGTEO_STALENESS=100 FUZZ_SEED=$${FUZZ_SEED:-$$RANDOM} \
		timeout -k 10 7200 "$$(swift build $(WITH_SERVER) --show-bin-path)/JangteoPackageTests.xctest" \
		--testing-library swift-testing --no-parallel --filter 'ClusterTests|HistoryTests'

.PHONY: fuzz
fuzz: setup ## Fuzz the parsers with random input: make fuzz FUZZ_ROUNDS=1000000
	@FUZZ_ROUNDS=$${FUZZ_ROUNDS:-200000} FUZZ_SEED=$${FUZZ_SEED:-$$RANDOM} \
		swift test -c release -Xswiftc -enable-testing --no-parallel \
		--filter 'HTTPServerTests|HostileTemplateTests|HostileInputTests'

FUZZ_SECONDS ?= 60

# All is compiled as one module, so that the fuzzers reach what tests reach with @testable; the compiler
# notes that it ignores those imports.
.PHONY: fuzz-coverage
fuzz-coverage: setup ## Fuzz the parsers guided by coverage: make fuzz-coverage FUZZ_SECONDS=3600
	@mkdir -p .build/fuzzing && cd .build/fuzzing && for parser in RequestParser MultipartParser; do \
		swiftc -O -swift-version 6 -module-name HTTPServer -parse-as-library -suppress-warnings \
			-sanitize=fuzzer,address -use-ld=lld -lz -o $$parser \
			-Xcc -fmodule-map-file=$(CURDIR)/Sources/System/CLinux/module.modulemap \
			-Xcc -fmodule-map-file=$(CURDIR)/Sources/System/CZlib/module.modulemap \
			$$(find $(CURDIR)/Sources/HTTPServer -name "*.swift") \
			$(CURDIR)/Tests/Fuzzing/$${parser}Fuzzing.swift \
			$(CURDIR)/Tests/HTTPServerTests/Support/{ParserInvariants,Fuzz}.swift \
			$(CURDIR)/Tests/Fixtures/SplitMix64.swift \
		&& mkdir -p $$parser.corpus \
		&& SWIFT_BACKTRACE=enable=no ./$$parser -max_total_time=$(FUZZ_SECONDS) -max_len=4096 \
			-dict=$(CURDIR)/Tests/Fuzzing/$$parser.dict -print_final_stats=1 $$parser.corpus \
		|| exit; \
	done

.PHONY: clean
clean: ## Remove everything that was built
	@rm -rf .build
