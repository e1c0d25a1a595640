// `make release`: makes a release, dry unless PUBLISH=1. Settings come from the environment; docs/releasing.md lists them.
import { resolve } from "node:path";
import { release } from "./release/release";
import { ReleaseError } from "./release/release-error";

const set = (name: string) => process.env[name] || undefined;
const optional = <K extends string>(key: K, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };

try {
  release({
    root: resolve("."),
    publish: set("PUBLISH") === "1",
    provenance: set("PROVENANCE") === "1",
    onlyContract: set("ONLY_CONTRACT") === "1",
    ...optional("version", set("VERSION")),
    ...optional("tested", set("TESTED")),
    ...optional("repository", set("RELEASE_REPOSITORY")),
  });
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
