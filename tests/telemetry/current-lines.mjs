// Runs the proof of the packed packages' spans beside the current lines of OpenTelemetry. `make test` runs it with the
// last lines for Node.js 20.
import { createRequire } from "node:module";
import { run, withPackages } from "../../scripts/with-packages.mjs";

const require = createRequire(import.meta.url);
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`error: The current lines of OpenTelemetry need Node.js 22.15, but this is ${process.version}.`);
  process.exit(1);
}
withPackages("packages/soapwright-features/tests/telemetry/packages", (folder) =>
  run(process.execPath, [require.resolve("jest/bin/jest"), "--runInBand", "tests/telemetry/traces.test.ts"], {
    env: { ...process.env, OTEL_FROM: folder },
  }),
);
