# Everything a person or a workflow calls. `make` alone lists the targets.
NODE_BIN := node_modules/.bin
# Runs TypeScript: packages are taken from their sources.
TS := node -C soapwright-source $(NODE_BIN)/../ts-node/dist/bin.js
# The native compiler. Each of its threads checks what they share: beside other work, one thread takes half the processor time.
TSC := node node_modules/typescript-7/bin/tsc
SCRIPTS := scripts
STAMP := node_modules/.installed

.DEFAULT_GOAL := help
.PHONY: help proof changed-packages rules previous-minors install generate check build declarations lint format typecheck test examples demo sandbox contract pack drift api api-check docs docs-test release repository-named plan version propose-release publish tag github-release signatures repository-check propose pull-request publish-test docker-test slow-test node-test undici-8 bun-test anywhere faketime first-tasks operators-hour servers bench compare corpus attacks differential fuzz soak mutation encoded-stacks interop scoreboard growth migrating telemetry page-test queue-test gateway-test fleet prometheus clean

help: ## list the targets
	@$(call listed,## ) | grep -vE '	(proof|step): ' | expand -t 18

# The targets that have this mark before their description. Those marked as a proof or a step are listed by another target.
listed = grep -hE '^[a-z-]+:.*$(1)' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*$(1)/  \1\t/'

install: $(STAMP) ## install the packages of package-lock.json

$(STAMP): package-lock.json package.json
	@# What npm ci has written, by hand or here, is newer than what it was made of.
	@[ node_modules/.package-lock.json -nt package-lock.json ] && [ node_modules/.package-lock.json -nt package.json ] \
	  || npm ci --no-audit --no-fund --loglevel=error >&2
	@touch $@

# The interface is another when what is generated is, so api/ is written then alone.
generate: install ## write generated/ from wsdl/, and api/ when generated/ has changed
	npm run --silent codegen -- generate
	@test -z "$$(git status --porcelain -- generated 2>/dev/null)" || $(MAKE) --no-print-directory api

check: install ## fail when generated/ is not what wsdl/ says
	npm run --silent codegen -- check

build: install ## compile the package to dist/
	@rm -rf dist packages/*/dist .cache/declarations
	@$(TSC) -p tsconfig.build.json --outDir .cache/declarations
	@$(NODE_BIN)/rolldown -c --logLevel warn >/dev/null
	@# The bundler writes its own helper beside the declarations, which nothing imports.
	@rm -f dist/shared/rolldown-runtime.ts packages/*/dist/shared/rolldown-runtime.ts
	@# The page of the gateway: the files of a viewer, which the package has itself.
	@node scripts/copy-viewer.mjs
	@node dist/cli/main.js sandbox --data-schema > dist/sandbox-data.schema.json

# What API Extractor reads, of sources that need not have been checked.
declarations: install
	@rm -rf .cache/declarations dist/*.d.ts packages/*/dist/*.d.ts
	@$(TSC) -p tsconfig.build.json --noCheck --outDir .cache/declarations
	@DECLARATIONS=1 $(NODE_BIN)/rolldown -c --logLevel warn >/dev/null

lint: rules typecheck ## format, lint rules and types; with FIX=1 it formats every file first

rules: install
	$(NODE_BIN)/biome check $(if $(FIX),--write,--error-on-warnings) .

format:
	@$(MAKE) --no-print-directory rules FIX=1

typecheck: install
	$(TSC) -p .
	$(TSC) -p packages/soapwright-sandbox/browser

# PACKAGES=core leaves out the tests of the packages beside the core; names of such packages run their tests alone.
test: install ## every test, the slow proofs left out; with PACKAGES=core the core's
	@$(if $(PACKAGES),$(TS) $(SCRIPTS)/tested-folders.ts $(PACKAGES) >/dev/null)
	@# A line of its own: make runs those that call it in a dry run too.
	@$(MAKE) --no-print-directory -j2 lint check build TSC='$(TSC) --singleThreaded'
	@folders=$$($(if $(PACKAGES),$(TS) $(SCRIPTS)/tested-folders.ts $(PACKAGES))) && node scripts/test.mjs $$folders

changed-packages: install ## step: list the packages beside the core that a change since BASE can break
	@$(TS) $(SCRIPTS)/changed-packages.ts

# Beside make test, what runs the built package in processes of its own, with more cases. One alone: make node-test NODES=24.
NODES ?= 20 22 24 26
node-test: install ## proof: make test, and the built package, under Node.js 20, 22, 24 and 26, one after another
	@red=""; for version in $(NODES); do \
	  echo "Node.js $$version:"; \
	  npx --yes -p node@$$version -- make --no-print-directory test \
	    && SLOW_TEST=1 npx --yes -p node@$$version node scripts/test.mjs tests/build tests/bundles tests/cli tests/house/entry-points || red="$$red $$version"; \
	done; [ -z "$$red" ] || { echo "Red under Node.js$$red." >&2; exit 1; }

# In a clone, because undici 8 needs Node.js 22 and what is installed here runs under 20 too.
undici-8: install ## proof: the tests of the transport with undici 8, under Node.js 24
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && git clone -q . "$$folder" && cd "$$folder" && npm ci --no-audit --no-fund --loglevel=error \
	  && npm pack --silent undici@8 >/dev/null && rm -rf node_modules/undici/* && tar -xzf undici-8.*.tgz -C node_modules/undici --strip-components=1 && rm undici-8.*.tgz \
	  && npx --yes -p node@24 -- node $(NODE_BIN)/jest packages/soapwright-runtime/tests/transport packages/soapwright-runtime/tests/faults tests/transport

bun-test: install build ## proof: the client and the sandbox in Bun
	npx --yes -p bun@1 node scripts/test.mjs tests/build/bun.test.ts

# Whole what `make test` leaves out or takes a sample of, and tests/slow, tests/soak and tests/migrating, which take minutes.
slow-test: install build ## proof: the slow proofs; limits of memory, time and rate
	SLOW_TEST=1 $(NODE_BIN)/jest --runInBand tests/slow/ tests/soak/ tests/migrating/ packages/soapwright-runtime/tests/properties/ $$(grep -rl --include=*.test.ts '/stage/slow"' tests packages/*/tests)

# As root, or with a sudo that asks nothing, it installs what sets the clock of a process.
faketime:
	@command -v faketime >/dev/null || { \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); $$SUDO true 2>/dev/null || exit 0; \
	  $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends faketime >/dev/null; }

# One condition, one round, one folder: make anywhere ONLY=busy ROUNDS=1 FOLDERS=packages/soapwright-features/tests/attachments.
anywhere: install build faketime ## proof: every test twice on other machines: slow, busy, of one processor, behind a proxy, in another place, order and time
	@node scripts/anywhere.mjs

examples: install build ## proof: run examples/ with the packed package, against the sandbox
	node scripts/examples.mjs

demo: install ## generate, and make both calls over both SOAP versions against the sandbox
	@echo "Generating the client from the WSDLs in wsdl/"
	@npm run --silent codegen -- generate
	@echo "Building the packages"
	@$(MAKE) --no-print-directory build
	@node scripts/demo.mjs

PORT ?= 8080
sandbox: install build ## run the sandbox in the foreground: make sandbox PORT=8080
	@node dist/cli/main.js sandbox --port $(PORT)

contract: install ## the contract suite: the sandbox, or the address in the environment
	CONTRACT=1 $(NODE_BIN)/jest --runInBand tests/contract

previous-minors: install build ## proof: the packages beside the core with a core of the next minor version, from packed files
	$(TS) $(SCRIPTS)/previous-minors.ts

pack: install build ## pack what would be published into reports/release, check it, list what comes with it
	$(TS) $(SCRIPTS)/pack.ts

drift: ## step: fail when generated/ differs from what is committed
	@git diff --exit-code --stat -- generated || { echo "generated/ changed: run make generate and commit it" >&2; exit 1; }
	@test -z "$$(git status --porcelain -- generated)" || { echo "generated/ has files that are not committed" >&2; exit 1; }

api: install declarations ## write api/: what each entry point shows its users
	$(TS) scripts/api.ts

api-check: install build ## step: fail when api/ is not what the entry points show
	$(TS) scripts/api.ts --check

docs: install docs/$(STAMP) ## build the site of guides and API pages: reports/site; cd docs && npx vitepress preview shows it
	@docs/$(NODE_BIN)/typedoc --options docs/.vitepress/typedoc.config.mjs --logLevel Warn
	@docs/$(NODE_BIN)/vitepress build docs

# The site's tools are a quarter of all packages, and nothing else needs them.
docs/$(STAMP): docs/package-lock.json docs/package.json
	@npm ci --prefix docs --no-audit --no-fund --loglevel=error >&2
	@touch $@

docs-test: install build docs ## proof: the site in headless Chromium, its links, and every snippet of the guides
	DOCS_TEST=1 $(NODE_BIN)/jest --runInBand tests/docs tests/house/guides.test.ts

# A person's word for a release; a workflow calls its steps in jobs of their own, as make release STEP=tag does: docs/releasing.md.
release: install ## propose the next versions, or pack those that are merged; with PUBLISH=1 publish and tag; with STEP=… one step
ifdef STEP
	@$(call only,$(STEP),## step: ,release STEP)
else
	@$(if $(PUBLISH),$(MAKE) --no-print-directory repository-named)
	@$(MAKE) --no-print-directory plan pack
	@[ "$(TESTED)" = "$$(git rev-parse HEAD)" ] || $(MAKE) --no-print-directory test slow-test
	@$(MAKE) --no-print-directory check api-check
	@commit=$$(cat reports/commit 2>/dev/null); if [ -z "$$commit" ]; then $(MAKE) --no-print-directory propose-release $(if $(PUBLISH),pull-request); \
	elif [ "$$commit" != "$$(git rev-parse HEAD)" ]; then echo "error: Check out $$commit, and run this again: its release is not finished." >&2; exit 1; \
	elif [ -n "$(PUBLISH)" ]; then $(MAKE) --no-print-directory publish tag; fi
endif

# Runs the targets $(1) if their lines have the mark $(2).
only = for name in $(1); do grep -qE "^$$name:.*$(2)" $(MAKEFILE_LIST) \
  || { echo "$(3)=$$name is not known. It is one of:" >&2; $(call listed,$(2)) | expand -t 18 >&2; exit 2; }; done; $(MAKE) --no-print-directory $(1)

# make proof NAME="soak fuzz"; without a name it lists them.
proof: ## a slow proof: make proof NAME=soak; without NAME it lists them
	@$(if $(NAME),$(call only,$(NAME),## proof: ,proof NAME),$(call listed,## proof: ) | expand -t 18)

# For the shell, which reads the version when it comes to it: `make version` changes it.
TAG = $$(node -p 'const { name, version } = require("./package.json"); name + "@" + version')

repository-named: ## step: stop unless package.json names the project's addresses, and a workflow's own repository
	@node -e 'import("$(abspath $(SCRIPTS))/check-release.mjs").then(({ checkRepository }) => checkRepository())'

plan: ## step: find the merged release that is not finished
	@node $(SCRIPTS)/plan-release.mjs

version: install build ## step: take the next version from contract and interface, and commit it with its changelogs
	@$(TS) $(SCRIPTS)/changeset.ts

propose-release: install ## step: prepare a pull request with the next versions, when there is something to release
	@$(TS) $(SCRIPTS)/propose-release.ts

publish: ## step: publish what the registry lacks of reports/release; with STAGE=1 hand it in for approval
	@STAGE=$(STAGE) node $(SCRIPTS)/publish.mjs

tag: ## step: tag what is published of the checked-out commit, and push the tags where there is a remote
	@node $(SCRIPTS)/tag-release.mjs

github-release: ## step: make a release on GitHub of the tag, with the packed files and the bills of materials
	@node -e 'import("$(abspath $(SCRIPTS))/check-release.mjs").then(({ checkRelease }) => checkRelease())'
	@gh release view "$(TAG)" >/dev/null 2>&1 \
	  || gh release create "$(TAG)" --verify-tag --generate-notes reports/release/*.tgz reports/release/*.cdx.json

signatures: ## step: check the registry's signatures and the provenance of what is released
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && cp package.json "$$folder/client.json" && cd "$$folder" && echo '{}' > package.json \
	  && npm install --ignore-scripts --no-fund "$$(node -p 'const { name, version } = require("./client.json"); name + "@" + version')" && npm audit signatures

repository-check: ## step: compare the repository's settings with docs/repository.md, or without GH_TOKEN list them
	@node $(SCRIPTS)/check-repository.mjs

propose: install build ## step: ask the service for its WSDLs, and prepare a pull request when they have changed
	@$(TS) $(SCRIPTS)/propose.ts

pull-request: ## step: open the pull request that make propose or propose-release has prepared, or renew it
	@node $(SCRIPTS)/open-pull-request.mjs

publish-test: install build ## pull requests of changed WSDLs, releases to a registry on loopback, and the package as users use it
	PUBLISH_TEST=1 $(NODE_BIN)/jest --runInBand tests/publish

docker-test: install build ## proof: the steps of the Dockerfile, in an empty folder
	DOCKER_TEST=1 $(NODE_BIN)/jest --runInBand tests/docker

first-tasks: install build ## the first task of each person from a page, in an empty folder, in five minutes
	FIRST_TASKS=1 $(NODE_BIN)/jest --runInBand tests/first-tasks/first-tasks.test.ts

operators-hour: install build servers ## proof: what goes wrong first with each command: it ends or speaks within ten seconds
	FIRST_TASKS=1 $(NODE_BIN)/jest --runInBand tests/first-tasks/operators-hour.test.ts

# Words after a lone -- go to the benchmark: make bench -- --json --quick. A name needs ONLY=decode.
BENCH_WORDS := $(filter --%,$(MAKECMDGOALS))
ifneq ($(filter --json,$(BENCH_WORDS)),)
.SILENT:
endif
bench: install build ## calls, decode, memory and cold start beside the rivals
	@npm run --silent bench -- $(BENCH_WORDS) $(ONLY:%=--only %)

# Whether a change makes calls, commands or output slower or larger: make compare REV=main ONLY=call/small,way QUICK=1 -- --json.
# PAIRS is how often both are measured. Exit code 1 when something is worse by more than 3 %.
compare: install ## this tree beside the commit REV, in turn: calls, memory, start, commands, output
	@node tests/compare/compare.mjs $(REV) $(BENCH_WORDS) $(QUICK:%=--quick) $(PAIRS:%=--pairs %) $(ONLY:%=--only %)

--%:
	@:

corpus: install build ## proof: generator against the corpus (CORPUS_DIR, default ../shared/corpus)
	@node scripts/corpus.mjs

attacks: install build ## every hostile case, beside bare node-soap, and the guards of sandbox, recorder and mock
	ATTACKS=all SLOW_TEST=1 $(NODE_BIN)/jest --runInBand tests/attacks packages/soapwright-sandbox/tests/guards.test.ts packages/soapwright-cli/tests/attacks packages/soapwright-gateway/tests/attacks packages/soapwright-gateway/tests/tools

# REV is the commit to compare with; MADE sets the number of made responses.
differential: install build ## proof: what this tree and REV make of 2,000 made responses and of those of tests/attacks
	@[ -n "$(REV)" ] || { echo "Name the commit to compare with: make differential REV=<commit>" >&2; exit 2; }
	@REV=$(REV) node -C soapwright-source -r ts-node/register tests/differential/differential.ts

fuzz: install ## proof: the properties, 100,000 runs each
	FUZZ=1 $(NODE_BIN)/jest --runInBand packages/soapwright-runtime/tests/properties packages/soapwright-runtime/tests/xml

soak: install build ## proof: 200,000 calls over every framing and ending, 1,000,000 calls to the sandbox
	SOAK=1 $(NODE_BIN)/jest --runInBand tests/soak

# One variant alone: make growth VARIANT=third-version.
growth: install build ## the tests that a WSDL can change, on copies whose WSDLs have grown
	$(TS) tests/growth/run-growth.ts $(VARIANT)

# TYPESCRIPT_WSDL_CLIENT names the command line of typescript-wsdl-client, to move a client of it over too.
migrating: install build ## proof: move clients of other generators over, as docs/migrating.md does
	node --input-type=module -e 'import { installRivals } from "./tests/bench/rivals.mjs"; installRivals();'
	MIGRATING=1 $(NODE_BIN)/jest --runInBand tests/migrating

# One file alone: make mutation MUTATE='--mutate packages/soapwright-runtime/src/xsd/decimals.ts'. The report goes to reports/.
mutation: install ## proof: mutation testing of schema, xsd, xml and errors of packages/soapwright-runtime
	npx --yes -p @stryker-mutator/core@9.6.1 -p @stryker-mutator/jest-runner@9.6.1 stryker run $(MUTATE)

# As root, or with a sudo that asks nothing, it installs the rpc/encoded stacks. The tests say which are missing.
encoded-stacks:
	@{ perl -MSOAP::Lite -MHTTP::Daemon -e 1 && php -r 'exit(extension_loaded("soap") ? 0 : 1);' && javac -version && ls /usr/share/java/axis.jar; } >/dev/null 2>&1 || { \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); $$SUDO true 2>/dev/null && command -v apt-get >/dev/null || exit 0; \
	  $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    libsoap-lite-perl php-cli php-soap default-jdk-headless libaxis-java >/dev/null \
	    || echo "apt-get could not install the rpc/encoded stacks: their tests are skipped where a stack is missing." >&2; }

interop: install build encoded-stacks ## foreign SOAP stacks, where they are installed; rpc/encoded ones from the packed packages too
	INTEROP=1 $(NODE_BIN)/jest --runInBand tests/interop
	INTEROP=1 $(TS) tests/interop/packed.ts

# SYSTEMS=soapwright,zeep runs these and keeps what the report has of the others; SUITES=xsts leaves the page as it is.
scoreboard: install build ## proof: this project and other systems on suites of others, into docs/scoreboard.md
	@$(TS) tests/scoreboard/run-scoreboard.ts

# Needs Node.js 22.15: `make test` runs the same with the last lines for Node.js 20.
prometheus: install ## proof: the queries of docs/tracing.md on a real Prometheus
	@[ "$$(id -u)" != 0 ] || command -v prometheus >/dev/null \
	  || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends prometheus >/dev/null; }
	PROMETHEUS_TEST=1 $(NODE_BIN)/jest packages/soapwright-features/tests/telemetry/prometheus.test.ts

telemetry: install build ## proof: the spans of the packed package with the current OpenTelemetry
	node scripts/telemetry.mjs

# As root, or with a sudo that asks nothing, it installs the servers. Without them the tests end with what is missing.
servers:
	@{ command -v redis-server && ls /usr/lib/postgresql/*/bin/postgres; } >/dev/null 2>&1 || { \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); $$SUDO true 2>/dev/null || exit 0; \
	  $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq redis-server postgresql >/dev/null; }

queue-test: install build servers ## proof: exports to a real PostgreSQL, and by workers over a real Redis
	EXPORT_KILLS=50 QUEUE_INPUTS=20000 QUEUE_RATE=250 QUEUE_TEST=1 $(NODE_BIN)/jest --runInBand tests/queue packages/soapwright-export/tests/queue tests/slow/export-crash.test.ts

gateway-test: install build ## REST and tools by their official clients, and the conformance suite of tools
	GATEWAY_TEST=1 $(NODE_BIN)/jest --runInBand packages/soapwright-gateway

fleet: install servers ## proof: many tenants and pods, on virtual time and as processes, over a real Redis; a service that fails: the tables of docs/decisions/figures.md
	$(TS) tests/fleet/run-fleet.ts

page-test: install ## proof: the sandbox's page in headless Chromium, where one is installed
	PAGE_TEST=1 $(NODE_BIN)/jest --runInBand tests/page packages/soapwright-sandbox/tests/page packages/soapwright-cli/tests/page packages/soapwright-gateway/tests/page

clean: ## remove what was built; packages stay installed
	rm -rf dist coverage reports .stryker-tmp *.tgz
