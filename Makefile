# Everything a person or a workflow calls. `make` alone lists the targets.
NODE_BIN := node_modules/.bin
STAMP := node_modules/.installed

.DEFAULT_GOAL := help
.PHONY: help install generate check build lint format typecheck test demo sandbox contract pack drift publish bench corpus attacks fuzz soak mutation interop page-test clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 14

install: $(STAMP) ## install the packages of package-lock.json

$(STAMP): package-lock.json package.json
	npm ci --no-audit --no-fund --loglevel=error >&2
	@touch $@

generate: install ## write generated/ from wsdl/
	npm run --silent codegen -- generate

check: install ## fail when generated/ is not what wsdl/ says
	npm run --silent codegen -- check

build: install ## compile the package to dist/
	node scripts/build.mjs

lint: install ## format and lint rules, house rules
	$(NODE_BIN)/biome check --error-on-warnings .
	$(NODE_BIN)/ts-node scripts/house-rules.ts

format: install ## format every file
	$(NODE_BIN)/biome check --write .

typecheck: install ## type check everything
	node node_modules/typescript/bin/tsc -p .

test: install lint typecheck check build ## every test, the slow proofs left out
	node scripts/test.mjs

demo: install generate build ## both calls over both SOAP versions against the sandbox
	@node scripts/demo.mjs

PORT ?= 8080
sandbox: install build ## run the sandbox in the foreground: make sandbox PORT=8080
	@node dist/src/cli/main.js sandbox --port $(PORT)

contract: install ## the contract suite: the sandbox, or the address in the environment
	CONTRACT=1 $(NODE_BIN)/jest --runInBand tests/contract

pack: install build ## make the very file that would be published, and check it
	node scripts/pack.mjs

drift: ## fail when generated/ differs from what is committed
	@git diff --exit-code --stat -- generated || { echo "generated/ changed: run make generate and commit it" >&2; exit 1; }
	@test -z "$$(git status --porcelain -- generated)" || { echo "generated/ has files that are not committed" >&2; exit 1; }

publish: pack ## publish the packed file with provenance (a version tag's workflow calls this)
	npm publish --provenance --access public ./$$(node -p '"employee-service-client-" + require("./package.json").version + ".tgz"')

# Words after a lone -- go to the benchmark: make bench -- --json --quick. A name needs ONLY=decode.
BENCH_WORDS := $(filter --%,$(MAKECMDGOALS))
ifneq ($(filter --json,$(BENCH_WORDS)),)
.SILENT:
endif
bench: install build ## calls, decode, memory and cold start beside the rivals
	@npm run --silent bench -- $(BENCH_WORDS) $(ONLY:%=--only %)

--%:
	@:

corpus: install build ## generator against the corpus (CORPUS_DIR, default ../shared/corpus)
	@node scripts/corpus.mjs

attacks: install build ## every hostile case, beside bare node-soap
	ATTACKS=all $(NODE_BIN)/jest --runInBand tests/attacks

fuzz: install ## the properties, 100,000 runs each
	FUZZ=1 $(NODE_BIN)/jest --runInBand tests/properties tests/xml

soak: install build ## 1,000,000 calls with one fault in ten
	SOAK=1 $(NODE_BIN)/jest --runInBand tests/soak

# One folder alone: make mutation MUTATE='--mutate "src/errors/*.ts"'. The report goes to reports/.
mutation: install ## mutation testing of src/schema, src/xml and src/errors
	npx --yes -p @stryker-mutator/core@9.6.1 stryker run $(MUTATE)

interop: install build ## foreign SOAP stacks, where they are installed
	INTEROP=1 $(NODE_BIN)/jest --runInBand tests/interop

page-test: install ## the sandbox's page in headless Chromium, where one is installed
	$(NODE_BIN)/jest --runInBand tests/page

clean: ## remove what was built and installed
	rm -rf dist coverage reports .stryker-tmp node_modules *.tgz
