/** The page of figures. */
import type { Board, Cell, Question } from "./contract";
import { knownFailures } from "./known-failures";

const questions: readonly Question[] = [
  "generates",
  "compiles",
  "types",
  "decodes",
  "encodes",
  "refuses",
  "refuses keys",
];
const ours = "soapwright";

export function page({ systems, suites }: Board): string {
  const here = systems.filter(({ version }) => version !== undefined);
  const absent = systems.filter(({ version }) => version === undefined).map(({ name }) => name);
  const rows = suites.flatMap(({ name }) =>
    questions.flatMap((question) => {
      const row = here.map((system) =>
        system.cells.filter((each) => each.suite === name && each.question === question),
      );
      if (row.every((cells) => cells.length === 0)) return [];
      const best = Math.max(...row.map(share));
      return `| ${name} | ${question} | ${row.map((cells) => cell(cells, best)).join(" | ")} |`;
    }),
  );
  const missing = suites.filter(({ isHere }) => !isHere).map(({ name }) => name);
  return `# The scoreboard

What suites that others wrote say of this project's generator and of other systems, by what they do. \`make scoreboard\` writes this page.

| suite | question | ${here.map(({ name }) => name).join(" | ")} |
|---|---|${here.map(() => "--:|").join("")}
${rows.join("\n")}

A cell is right cases/cases, the best of a row is bold, and parentheses count silent losses: data that is gone without an error. An empty cell is a question that was not put to
the system. What is not right is a wrong value, a refusal with a reason, a crash, or a silent loss: \`reports/scoreboard.json\` has every case.

- **generates**: the WSDL is accepted. **compiles**: what was generated compiles strictly.
- **types**: the decoded value fits the generated type.
- **decodes**: a valid document becomes the right value, of the right kind: numbers exact, lists of one still lists.
- **encodes**: that value becomes a document that libxml2 finds valid and that equals the original.
- **refuses**: an invalid document is an error; **keys**: only a key or a reference to one is wrong in it.

The expected value is read by libxml2 and by Python's \`xmlschema\`, never by this project.

## Systems

${here.map(({ name, version, setting }) => `- ${name} ${version}: ${setting}`).join("\n")}
${absent.length > 0 ? `\nAbsent, and left out: ${absent.join(", ")}.\n` : ""}
Each runs with the setting that checks most. easy-soap-request sends and returns text, so that no question fits; typescript-wsdl-client is in no registry that the run could
reach; of SOAPBuilders no recorded suite was found.

## Suites

${suites.map(({ name, source, left, isHere }) => `- **${name}**: ${source}.${isHere ? ` Left out: ${left.length}, named with reasons in the report.` : ""}`).join("\n")}
${missing.length > 0 ? `\nAbsent, and left out: ${missing.join(", ")}.\n` : ""}
## What this project fails

${failures(systems.find(({ name }) => name === ours)?.cells ?? [])}

## Repeat and correct it

Put the suites below a folder, \`databinding\`, \`xsts\`, \`node-soap\` and \`wsdl\`, and run \`make scoreboard CORPUS_DIR=folder\`; on Debian 12 \`apt-get install python3-xmlschema
python3-lxml python3-zeep gsoap g++ mono-devel libjaxws-java openjdk-17-jdk-headless\` brings the judge and the systems that npm does not. To correct an entry, change the adapter
in \`tests/scoreboard/systems\`, each under 80 lines, and open a pull request with the rows before and after. [What suites cannot show](decisions/comparison.md) is compared by hand.
`;
}

const isRight = ({ verdict }: Cell): boolean => verdict === "right";
const share = (cells: readonly Cell[]): number =>
  cells.length === 0 ? 0 : cells.filter(isRight).length / cells.length;

function cell(cells: readonly Cell[], best: number): string {
  if (cells.length === 0) return "";
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
