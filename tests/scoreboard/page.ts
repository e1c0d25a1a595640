/** Writes docs/scoreboard.md. */
import type { Board, Cell, Question } from "./board";
import { knownFailures } from "./known-failures";

/** The columns of a suite's table: with the system five, which fit a phone. */
const columns: readonly (readonly Question[])[] = [
  ["generates", "compiles"],
  ["types"],
  ["decodes", "encodes"],
  ["refuses", "refuses keys"],
];
const ours = "soapwright";

/** What the test of the gateway with the corpus counts, in reports/gateway-corpus.json. */
export interface GatewayCounts {
  readonly documents: number;
  readonly valid: number;
  readonly compiled: number;
  readonly operations: number;
  readonly equal: number;
}

export function page({ systems, suites }: Board, gateway?: GatewayCounts): string {
  const here = systems.filter(({ version }) => version !== undefined);
  const absent = systems.filter(({ version }) => version === undefined).map(({ name }) => name);
  const tables = suites.filter(({ isHere }) => isHere).map(({ name }) => table(name, here));
  const missing = suites.filter(({ isHere }) => !isHere).map(({ name }) => name);
  return `# The scoreboard

\`make proof NAME=scoreboard\` runs third-party test suites against this generator and other systems. Each figure is correct cases/all cases; an empty cell was not tested. The best of a
table is bold; parentheses count silent losses: data gone without an error.

${[...tables, ...(gateway === undefined ? [] : [gatewayTable(gateway)])].join("\n\n")}

The WSDL **generates**, and what is generated **compiles** strictly; values fit their **types**; a valid document **decodes** to the right value and **encodes** to one that libxml2
finds valid and equal; an invalid one is **refused**. libxml2 and Python's \`xmlschema\` say what is right.

## Systems

${here.map(({ name, version, setting }) => `- ${name} ${version}: ${setting}`).join("\n")}
${absent.length > 0 ? `\nAbsent, and left out: ${absent.join(", ")}.\n` : ""}
Each system runs with its strictest settings. This project has its six \`--allow-…\` flags (\`docs/decisions/tolerated-mistakes.md\`).

## Suites

${suites.map(({ name, source, left, isHere }) => `- **${name}**: ${source}.${isHere ? ` Left out: ${left.length}.` : ""}`).join("\n")}
${missing.length > 0 ? `\nAbsent, and left out: ${missing.join(", ")}.\n` : ""}
## What this project fails

${failures(systems.find(({ name }) => name === ours)?.cells ?? [])}

## Repeat and correct it

Put the suites into a folder as \`databinding\`, \`xsts\`, \`node-soap\` and \`wsdl\`, and run \`make proof NAME=scoreboard CORPUS_DIR=folder\`. Adapters are in
\`tests/scoreboard/systems\`.
`;
}

/** One row: no other gateway was found in the registries. */
function gatewayTable({ documents, valid, compiled, operations, equal }: GatewayCounts): string {
  return `| gateways, of wsdls | valid OpenAPI, types compile | equal values |
|---|--:|--:|
| soapwright-gateway | ${valid}/${documents}, ${compiled}/${documents} | ${equal}/${operations} |

Values beside a direct call's, 20 services: \`make gateway-test\`. typescript-wsdl-client was not found.`;
}

const isRight = ({ verdict }: Cell): boolean => verdict === "right";
const share = (cells: readonly Cell[]): number =>
  cells.length === 0 ? 0 : cells.filter(isRight).length / cells.length;

function table(suite: string, systems: Board["systems"]): string {
  const ask = ({ cells }: Board["systems"][number], question: Question): readonly Cell[] =>
    cells.filter((each) => each.suite === suite && each.question === question);
  const asked = columns
    .map((questions) => questions.filter((question) => systems.some((system) => ask(system, question).length > 0)))
    .filter(({ length }) => length > 0);
  const best = new Map(
    asked.flat().map((each) => [each, Math.max(...systems.map((system) => share(ask(system, each))))]),
  );
  const rows = systems
    .filter(({ cells }) => cells.some((each) => each.suite === suite))
    .map((system) => {
      const cells = asked.map((questions) =>
        questions
          .filter((question) => ask(system, question).length > 0)
          .map((question) => figure(ask(system, question), best.get(question)))
          .join(", "),
      );
      return `| ${system.name} | ${cells.join(" | ")} |`;
    });
  const head = `| ${suite} | ${asked.map((questions) => questions.join(", ")).join(" | ")} |`;
  return [head, `|---|${asked.map(() => "--:|").join("")}`, ...rows].join("\n");
}

function figure(cells: readonly Cell[], best: number | undefined): string {
  const lost = cells.filter(({ verdict }) => verdict === "silent loss").length;
  const text = `${cells.filter(isRight).length}/${cells.length}`;
  return `${share(cells) === best ? `**${text}**` : text}${lost > 0 ? ` (${lost})` : ""}`;
}

/** Returns a line for each reason of known-failures.ts: the names of its failed contracts, and their number if several have one name. */
function failures(cells: readonly Cell[]): string {
  const byName = new Map<string, Set<string>>();
  for (const { contract } of cells.filter((each) => !isRight(each))) {
    const name = shortName(contract);
    byName.set(name, (byName.get(name) ?? new Set()).add(contract.replace(/ echo$/, "")));
  }
  const label = (name: string, { size }: ReadonlySet<string>) => `\`${name}\`${size > 1 ? ` (${size})` : ""}`;
  const lines = [...knownFailures, { reason: "not yet explained", contracts: /^/ }].flatMap(({ reason, contracts }) => {
    const failed = [...byName].filter(([name]) => contracts.test(name) && byName.delete(name));
    return failed.length === 0 ? [] : [`- ${reason}: ${failed.map(([name, all]) => label(name, all)).join(", ")}`];
  });
  return lines.length === 0 ? "Nothing." : lines.join("\n");
}

/** Returns the page's name of a contract: without the set of the suite, the suffix of an echo and the title of an exchange. */
export function shortName(contract: string): string {
  return contract
    .replace(/ echo$/, "")
    .replace(/^\w+ (?=\S+$)/, "")
    .replace(/__.*$/, "")
    .replace(/^.*\//, "");
}
