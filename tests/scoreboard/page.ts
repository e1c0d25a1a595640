/** The page of figures. */
import type { Board, Cell, Question } from "./board";
import { knownFailures } from "./known-failures";

/** The columns of a suite's table: five with the system, so that a phone shows them. */
const columns: readonly (readonly Question[])[] = [
  ["generates", "compiles"],
  ["types"],
  ["decodes", "encodes"],
  ["refuses", "refuses keys"],
];
const ours = "soapwright";

export function page({ systems, suites }: Board): string {
  const here = systems.filter(({ version }) => version !== undefined);
  const absent = systems.filter(({ version }) => version === undefined).map(({ name }) => name);
  const tables = suites.filter(({ isHere }) => isHere).map(({ name }) => table(name, here));
  const missing = suites.filter(({ isHere }) => !isHere).map(({ name }) => name);
  return `# The scoreboard

\`make scoreboard\` puts suites of others to this generator and to other systems, and writes this page. A figure is right cases/cases; the best of a
table is bold; parentheses count silent losses: data gone without an error. What has no figure was not asked. \`reports/scoreboard.json\` has every case.

${tables.join("\n\n")}

The WSDL **generates**, and what is generated **compiles** strictly; values fit their **types**; a valid document **decodes** to the right value and **encodes** to one that libxml2
finds valid and equal; an invalid one is **refused**. libxml2 and Python's \`xmlschema\` say what is right.

## Systems

${here.map(({ name, version, setting }) => `- ${name} ${version}: ${setting}`).join("\n")}
${absent.length > 0 ? `\nAbsent, and left out: ${absent.join(", ")}.\n` : ""}
Each with what checks most. easy-soap-request sends text, so no question fits; typescript-wsdl-client is in no registry reached; no recorded SOAPBuilders suite was found.

## Suites

${suites.map(({ name, source, left, isHere }) => `- **${name}**: ${source}.${isHere ? ` Left out: ${left.length}.` : ""}`).join("\n")}
${missing.length > 0 ? `\nAbsent, and left out: ${missing.join(", ")}.\n` : ""}
## What this project fails

${failures(systems.find(({ name }) => name === ours)?.cells ?? [])}

## Repeat and correct it

Put the suites into a folder as \`databinding\`, \`xsts\`, \`node-soap\` and \`wsdl\`, and run \`make scoreboard CORPUS_DIR=folder\`. On Debian 12, \`apt-get install python3-xmlschema
python3-zeep gsoap g++ mono-devel libjaxws-java openjdk-17-jdk-headless\` brings the judge and the other systems. To correct an entry, change its adapter in
\`tests/scoreboard/systems\` and open a pull request.
`;
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

/** Each failed contract by name, with the reason that known-failures.ts gives for it. */
function failures(cells: readonly Cell[]): string {
  const names = new Set(cells.filter((each) => !isRight(each)).map(({ contract }) => shortName(contract)));
  const lines = [...knownFailures, { reason: "not yet explained", contracts: /^/ }].flatMap(({ reason, contracts }) => {
    const failed = [...names].filter((name) => contracts.test(name) && names.delete(name));
    return failed.length === 0 ? [] : [`- ${reason}: ${failed.map((name) => `\`${name}\``).join(", ")}`];
  });
  return lines.length === 0 ? "Nothing." : lines.join("\n");
}

/** As the page names a contract: without the set of the suite, and without the word for its echo. */
export function shortName(contract: string): string {
  return contract
    .replace(/ echo$/, "")
    .replace(/^\w+ (?=\S+$)/, "")
    .replace(/__.*$/, "")
    .replace(/^.*\//, "");
}
