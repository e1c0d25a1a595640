/** The steps of a release and of proposals, which workflows run in jobs of their own: docs/releasing.md. */
import { join } from "node:path";

// A project that includes the Makefile of this one runs these programs on its own files.
const program = (name) => join(import.meta.dirname, name);
const ts = `node -C soapwright-source ${program("../node_modules/ts-node/dist/bin.js")}`;

export const steps = {
  "api-check": {
    says: "fail when api/ is not what the entry points show",
    needs: ["install", "build"],
    command: `${ts} ${program("api.ts")} --check`,
  },
  "changed-packages": {
    says: "list the packages beside the core that a change since BASE can break",
    needs: ["install"],
    command: `${ts} ${program("changed-packages.ts")}`,
  },
  drift: {
    says: "fail when generated/ differs from what is committed",
    command: `git diff --exit-code --stat -- generated || { echo "generated/ changed: run make generate and commit it" >&2; exit 1; }
test -z "$(git status --porcelain -- generated)" || { echo "generated/ has files that are not committed" >&2; exit 1; }`,
  },
  "github-release": {
    says: "make a release on GitHub of the tag, with the packed files and the bills of materials",
    command: `node -e 'import("${program("check-release.mjs")}").then(({ checkRelease }) => checkRelease())'
tag=$(node -p 'const { name, version } = require("./package.json"); name + "@" + version')
gh release view "$tag" >/dev/null 2>&1 \\
  || gh release create "$tag" --verify-tag --generate-notes reports/release/*.tgz reports/release/*.cdx.json`,
  },
  plan: {
    says: "find the merged release that is not finished",
    command: `node ${program("plan-release.mjs")}`,
  },
  propose: {
    says: "ask the service for its WSDLs, and prepare a pull request when they have changed",
    needs: ["install", "build"],
    command: `${ts} ${program("propose.ts")}`,
  },
  "propose-release": {
    says: "prepare a pull request with the next versions, when there is something to release",
    needs: ["install"],
    command: `${ts} ${program("propose-release.ts")}`,
  },
  publish: {
    says: "publish what the registry lacks of reports/release; with STAGE=1 hand it in for approval",
    command: `node ${program("publish.mjs")}`,
  },
  "pull-request": {
    says: "open the pull request that make propose or propose-release has prepared, or renew it",
    command: `node ${program("open-pull-request.mjs")}`,
  },
  "repository-check": {
    says: "compare the repository's settings with docs/repository.md, or without GH_TOKEN list them",
    command: `node ${program("check-repository.mjs")}`,
  },
  "repository-named": {
    says: "stop unless package.json names the project's addresses, and a workflow's own repository",
    command: `node -e 'import("${program("check-release.mjs")}").then(({ checkRepository }) => checkRepository())'`,
  },
  signatures: {
    says: "check the registry's signatures and the provenance of what is released",
    command: `folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cp package.json "$folder/client.json" && cd "$folder" && echo '{}' > package.json
npm install --ignore-scripts --no-fund "$(node -p 'const { name, version } = require("./client.json"); name + "@" + version')"
npm audit signatures`,
  },
  tag: {
    says: "tag what is published of the checked-out commit, and push the tags where there is a remote",
    command: `node ${program("tag-release.mjs")}`,
  },
  version: {
    says: "take the next version from contract and interface, and commit it with its changelogs",
    needs: ["install", "build"],
    command: `${ts} ${program("changeset.ts")}`,
  },
};
