// `make api` writes api/, `make api-check` fails when it is not what the built entry points show.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { apiReports, differences, entryPointDeclarations, generatedNamesOf, writeReports } from "./release/api-report";
import { generatedNames } from "./release/contract-changes";

const root = resolve(".");
const reports = apiReports(root, entryPointDeclarations(root));
reports.set(generatedNames, generatedNamesOf(root));
if (process.argv[2] === "--check") {
  const committed = new Map(
    readdirSync(join(root, "api")).map((name) => [name, readFileSync(join(root, "api", name), "utf8")]),
  );
  const found = differences(committed, reports);
  for (const line of found) console.error(`error: ${line}`);
  if (found.length > 0) {
    console.error(
      "The entry points show other names or types than api/ says. Run make api, read the difference and commit it.",
    );
    process.exitCode = 1;
  }
} else writeReports(root, reports);
