# Everything a person or a workflow calls. `make` alone lists the targets.
NODE_BIN := node_modules/.bin
# Runs TypeScript: packages are taken from their sources.
TS := node -C soapwright-source $(NODE_BIN)/../ts-node/dist/bin.js
# The native compiler. Each of its threads checks what they share: beside other work, one thread takes half the processor time.
TSC := node node_modules/typescript-7/bin/tsc
SCRIPTS := scripts
STAMP := node_modules/.installed

.DEFAULT_GOAL := help
.PHONY: help install generate check build declarations lint rules format typecheck test faketime demo sandbox contract pack api docs release proof publish-test first-tasks bench compare attacks growth encoded-stacks security-stacks interop servers gateway-test clean examples

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1\t/' | expand -t 18

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

# As root, or with a sudo that asks nothing, it installs what sets the clock of a process.
faketime:
	@command -v faketime >/dev/null || { \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); $$SUDO true 2>/dev/null || exit 0; \
	  $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends faketime >/dev/null; }

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

pack: install build ## pack what would be published into reports/release, check it, list what comes with it
	$(TS) $(SCRIPTS)/pack.ts

api: install declarations ## write api/: what each entry point shows its users
	$(TS) scripts/api.ts

docs: install docs/$(STAMP) ## build the site of guides and API pages: reports/site; cd docs && npx vitepress preview shows it
	@docs/$(NODE_BIN)/typedoc --options docs/.vitepress/typedoc.config.mjs --logLevel Warn
	@docs/$(NODE_BIN)/vitepress build docs

# The site's tools are a quarter of all packages, and nothing else needs them.
docs/$(STAMP): docs/package-lock.json docs/package.json
	@npm ci --prefix docs --no-audit --no-fund --loglevel=error >&2
	@touch $@

# A person's word for a release; a workflow calls its steps in jobs of their own, as make release STEP=tag does: docs/releasing.md.
release: install ## propose the next versions, or pack those that are merged; with PUBLISH=1 publish and tag; with STEP=… one step
ifdef STEP
	@node $(SCRIPTS)/row.mjs 'release STEP' $(STEP)
else
	@$(if $(PUBLISH),$(MAKE) --no-print-directory repository-named)
	@$(MAKE) --no-print-directory plan pack
	@[ "$(TESTED)" = "$$(git rev-parse HEAD)" ] || $(MAKE) --no-print-directory test slow-test
	@$(MAKE) --no-print-directory check api-check
	@commit=$$(cat reports/commit 2>/dev/null); if [ -z "$$commit" ]; then $(MAKE) --no-print-directory propose-release $(if $(PUBLISH),pull-request); \
	elif [ "$$commit" != "$$(git rev-parse HEAD)" ]; then echo "error: Check out $$commit, and run this again: its release is not finished." >&2; exit 1; \
	elif [ -n "$(PUBLISH)" ]; then $(MAKE) --no-print-directory publish tag; fi
endif

# Rows of scripts/proofs.mjs: make proof NAME="soak fuzz". Without a name it lists them, with the minutes of their last run.
proof: ## a slow proof: make proof NAME=soak; without NAME it lists them
	@node $(SCRIPTS)/row.mjs 'proof NAME' $(NAME)

publish-test: install build ## pull requests of changed WSDLs, releases to a registry on loopback, and the package as users use it
	PUBLISH_TEST=1 $(NODE_BIN)/jest --runInBand tests/publish

first-tasks: install build ## the first task of each person from a page, in an empty folder, in five minutes
	FIRST_TASKS=1 $(NODE_BIN)/jest --runInBand tests/first-tasks/first-tasks.test.ts

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

attacks: install build ## every hostile case, beside bare node-soap, and the guards of sandbox, recorder and mock
	ATTACKS=all SLOW_TEST=1 $(NODE_BIN)/jest --runInBand tests/attacks packages/soapwright-sandbox/tests/guards.test.ts packages/soapwright-cli/tests/attacks packages/soapwright-gateway/tests/attacks packages/soapwright-gateway/tests/tools

# One variant alone: make growth VARIANT=third-version.
growth: install build ## the tests that a WSDL can change, on copies whose WSDLs have grown
	$(TS) tests/growth/run-growth.ts $(VARIANT)

# As root, or with a sudo that asks nothing, it installs the rpc/encoded stacks. The tests say which are missing.
encoded-stacks:
	@{ perl -MSOAP::Lite -MHTTP::Daemon -e 1 && php -r 'exit(extension_loaded("soap") ? 0 : 1);' && javac -version && ls /usr/share/java/axis.jar; } >/dev/null 2>&1 || { \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); $$SUDO true 2>/dev/null && command -v apt-get >/dev/null || exit 0; \
	  $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    libsoap-lite-perl php-cli php-soap default-jdk-headless libaxis-java >/dev/null \
	    || echo "apt-get could not install the rpc/encoded stacks: their tests are skipped where a stack is missing." >&2; }

# WSS4J, Santuario and xmlsec1; Apache, Kerberos and NTLM, and the package that makes tickets, which is built in a folder of its own.
security-stacks:
	@{ ls /usr/share/java/wss4j.jar /usr/share/java/xmlsec.jar /usr/lib/apache2/modules/mod_auth_gssapi.so /etc/gss/mech.d/mech.ntlmssp.conf && command -v krb5kdc && command -v kinit && command -v xmlsec1 && javac -version; } >/dev/null 2>&1 || { \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); $$SUDO true 2>/dev/null && command -v apt-get >/dev/null || exit 0; \
	  $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    apache2-bin libapache2-mod-auth-gssapi gss-ntlmssp krb5-kdc krb5-admin-server krb5-user libkrb5-dev \
	    libwss4j-java libxml-security-java xmlsec1 default-jdk-headless >/dev/null \
	    || echo "apt-get could not install the stacks of security: their tests are skipped." >&2; }
	@[ -d .cache/kerberos/node_modules ] || npm install --prefix .cache/kerberos --no-audit --no-fund kerberos@7.0.0 >/dev/null 2>&1 \
	  || echo "The package kerberos could not be installed: its tests are skipped." >&2

interop: install build encoded-stacks security-stacks ## foreign SOAP stacks, where they are installed; rpc/encoded ones from the packed packages too
	INTEROP=1 NODE_PATH=$(CURDIR)/.cache/kerberos/node_modules $(NODE_BIN)/jest --runInBand tests/interop
	INTEROP=1 $(TS) tests/interop/packed.ts

# As root, or with a sudo that asks nothing, it installs the servers. Without them the tests end with what is missing.
servers:
	@{ command -v redis-server && ls /usr/lib/postgresql/*/bin/postgres; } >/dev/null 2>&1 || { \
	  SUDO=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); $$SUDO true 2>/dev/null || exit 0; \
	  $$SUDO apt-get update -qq && $$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq redis-server postgresql >/dev/null; }

gateway-test: install build ## REST and tools by their official clients, and the conformance suite of tools
	GATEWAY_TEST=1 $(NODE_BIN)/jest --runInBand packages/soapwright-gateway

clean: ## remove what was built; packages stay installed
	rm -rf dist coverage reports .stryker-tmp *.tgz

# Proofs and steps are rows of tables, and run by their names too: make soak, make plan. A folder has the name examples.
.DEFAULT:
	@node $(SCRIPTS)/row.mjs '' $@
examples:
	@node $(SCRIPTS)/row.mjs '' $@
