// The house rules that a linter does not know: direction of imports, entry points, documentation, file length.
// Prints `file:line: message` for each breach and ends with 1 when there is one.
import { brokenRules } from "./rules/rules";

const breaches = brokenRules(process.argv[2] ?? ".");
for (const { file, line, message } of breaches) console.error(`${file}:${line}: ${message}`);
if (breaches.length > 0) process.exitCode = 1;
