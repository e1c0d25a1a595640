// The page of all messages: a table for each code, with message, cause and remedy.
import { normalize } from "./normalize.mjs";

/** What a message comes from: code, class, what happened in general, and what to do where a message says no more. */
const CODES = [
  [
    "ConfigurationError",
    "CONFIGURATION",
    "An option, a credential or the environment is wrong; nothing was sent.",
    "Change what the message names.",
  ],
  [
    "ArgumentError",
    "ARGUMENT",
    "An argument does not match the WSDL; nothing was sent.",
    "Change the value at `path`.",
  ],
  [
    "ConnectionError",
    "CONNECTION",
    "The connection could not be made, or was lost.",
    'Repeat the call when `sent` is `"no"`; when it is `"maybe"`, only what reads.',
  ],
  [
    "TimeoutError",
    "TIMEOUT",
    "A limit of time was reached.",
    "Raise the option that the message names, or call again later.",
  ],
  ["AbortError", "ABORTED", "Your signal was aborted, or the client was closed.", "Nothing."],
  [
    "OverloadError",
    "OVERLOADED",
    "Too many calls wait; nothing was sent.",
    "Make fewer calls at a time, or raise `maxQueued`.",
  ],
  [
    "HttpError",
    "HTTP",
    "The service or a gateway returned a status without a fault, or a redirect.",
    "Look at `status`.",
  ],
  ["FaultError", "FAULT", "The service returned a fault.", "Look at `fault.code` and `fault.reason`."],
  [
    "ResponseError",
    "RESPONSE",
    "The response is not what the WSDL describes.",
    "Look at `reason` and `path`; tell whoever runs the service.",
  ],
  ["employee-service", "employee-service", "What the command prints to stderr.", "Run the command with `--help`."],
  [
    "error",
    "error",
    "The generator stops; nothing on disk changes.",
    "Change the document at the place that the message begins with.",
  ],
  ["warning", "warning", "The generator goes on.", "Nothing, if what it says is what you want."],
  ["note", "note", "The generator tells what it did.", "Nothing."],
];

/** What an error says of itself, in words: `reason` of a response, `phase` of a limit, stage of the generator. */
const ABOUT = {
  xml: "The document is not well-formed XML.",
  limit: "It is larger than a limit of the client allows.",
  value: "A value is not of its type.",
  "content-encoding": "The compression of the response.",
  "content-type": "The response is not SOAP.",
  connect: "No connection was made in time.",
  attempt: "One attempt took too long.",
  deadline: "The whole call took too long.",
  consumer: "Nobody read the stream.",
  load: "A document cannot be read.",
  xsd: "The schema.",
  wsdl: "The WSDL.",
  model: "Names, or parts that the WSDL joins.",
  config: "The configuration.",
  versions: "The table of versions.",
};

/** Sentences at the end of a message that say what to do. */
const REMEDY =
  /(?<=[.?!] )(?:(?:Add|Ask|Call|Change|Check|Choose|Give|Leave|Make|Name|Pass|Put|Raise|Read|Remove|Repeat|Run|Send|Set|Tell|Use|Write|Did you mean|It must be|It takes|There is|There are)\b.*)$/;

/**
 * Parts that differ from one message to the next of its kind. What is lifted out is the cause: the table has the message
 * once, with what it was given beside it.
 */
const LIFTED = [
  [/^(The option )data( is wrong: )(.*?)(\.?)$/, "$1data$2…$4", 3],
  [/^(The option )replay( is wrong\. )(.*?)(\.?)$/, "$1replay$2…$4", 3],
  [/^(The option )([\w]+) ((?:holds|is|starts) .*?)(\.)$/, "$1OPTION …$4", 3],
  [/^(?:[\w.[\]-]+)( takes .*?, but )(.*?)(\.)$/, "OPTION$1…$3", 2],
  [/^(The response is not the one to )(.*?)(\.)$/, "$1NAME: …$3", 2],
  [/^(The encoding of the response is wrong: )(.*?)( \(line N, column N\)\.)$/, "$1…$3", 2],
  [/^(The response is marked as compressed with )(\S+)(, .*)$/, "$1…$3", 2],
  [
    /^(cannot load (?:the schema of namespace|the imported WSDL|the included schema|the redefined schema)[^:]*: )(.*?)(\.)$/,
    "$1…$3",
    2,
  ],
  [/^(not well-formed XML: )(.*?)(\.)$/, "$1…$3", 2],
  [/^(the (?:class name|class|type|variable|option|folder) )(\S+)( is taken.*)$/, "$1NAME$3", 2],
  [/^(no (?:operation|type|element|property|file)[\w ]* (?:is called|matches) )(.*?)(\.)$/, "$1NAME$3", 2],
  [/^()((?:xs|wsdl|soap):\w+)( is not allowed in ).*$/, "NAME$3NAME.", 2],
  [/^()((?:xs|wsdl|soap):\w+)( has no name.*)$/, "NAME$3", 2],
  [/^(prefix )(\S+)( of (?:element|attribute) )\S+( is not declared\.)$/, "$1NAME$3NAME$4", 2],
  [/^()(\w+)( does not apply to .*| NAME is not defined\.)$/, "NAME$3", 2],
  [/^(NAME cannot be named )(\S+)(:.*)$/, "$1…$3", 2],
  [/^()(ADDRESS|FILE|file FILE|stdin)( (?:is|are|took|does|redirects|answered|cannot).*)$/, "DOCUMENT ….", 3],
  [/^([\w.]+ is plain http: to )(.*?)(: credentials .*)$/, "OPTION is plain http: to HOST$3", 0],
  [/^(error: [\w-]+ is plain http: to )(.*?)(: credentials .*)$/, "error: NAME is plain http: to HOST$3", 0],
  [/^("…" is not an option of )(.*?)(\.)$/, "$1…$3", 2],
  [/^(The credential )(\w+)( is missing, .*)$/, "$1NAME$3", 2],
  [/^((?:httpHeaders|handlers|auth|headers)\.)(.*? (?:cannot be set: .*|is not a .*|takes only .*))(\.)$/, "$1…$3", 2],
  [
    /^(error: (?:unknown option|missing required argument|required option|too many arguments|option|command-argument value) )(.*?)(\.)$/,
    "$1…$3",
    2,
  ],
  [
    /^(The (?:response|answer) is not well-formed XML: |The response is not XML: )(.*?)( \(line N, column N\)\.?)$/,
    "$1…$3",
    2,
  ],
  [/^(The option "…"|"…") (of an entry|of the configuration|is|takes)( .*?)(\.)$/, "$1 $2 …$4", 3],
  [/^([A-Z].*? expected ).*?(, received )(.*?)(\.)$/, "$1EXPECTED$2RECEIVED$4", 0],
  [
    /^(The response (?:does not match the schema|cannot be read) at PATH: )(.*?)( \(line N, column N\)\.?)$/,
    "$1…$3",
    2,
  ],
];

/** Markdown: for each code a table with a row for each message, which a link leads to. */
export function pageOf(recorded) {
  const unknown = recorded.filter(({ from }) => !CODES.some(([name]) => name === from));
  if (unknown.length > 0) throw new Error(`no code for ${[...new Set(unknown.map(({ from }) => from))].join(", ")}`);
  const anchors = new Set();
  const parts = CODES.flatMap(([name, code, happened, remedy]) => {
    const rows = rowsOf(
      recorded.filter(({ from }) => from === name),
      happened,
      remedy,
    );
    if (rows.length === 0) return [];
    const lines = rows.map((row) => {
      const anchor = freeAnchor(`${code}-${row.message}`, anchors);
      return `| <a id="${anchor}"></a>[${code}](#${anchor}) | ${codeOf(row.message)} | ${row.cause} | ${row.remedy} |`;
    });
    return [`## ${name}`, happened, ["| code | message | cause | remedy |", "|---|---|---|---|", ...lines].join("\n")];
  });
  return `${[...HEAD, ...parts].join("\n\n")}\n`;
}

const HEAD = [
  "# Messages",
  "Every message with its cause and what to do. Search the page for words of yours; the code in the first column is a link to the line. Names, numbers and addresses are words in capitals here, and `…` is what the cause column lists. `make messages` writes this page from the errors that the tests meet.",
];

function rowsOf(recorded, happened, remedyOfCode) {
  const rows = new Map();
  for (const { text, remedy = "", about } of recorded) {
    const whole = normalize(text);
    const told = normalize(remedy);
    const end = told !== "" && whole.endsWith(told) ? told : (REMEDY.exec(whole)?.[0] ?? "");
    // To set the option that the message names anyway is no news.
    const rest = /^(?:Set (?:\S+|the credentials)\.|Nothing)$/.test(told) ? "" : told;
    const happened = shortened(whole.slice(0, whole.length - end.length).trim() || whole);
    const { message, variant, key = message } = lifted(happened);
    const row = rows.get(key) ?? { message, variants: new Set(), remedies: new Set(), abouts: new Set() };
    if (variant !== "") row.variants.add(variant);
    row.remedies.add(end || rest);
    row.abouts.add(about ?? "");
    rows.set(key, row);
  }
  return [...rows.values()]
    .sort((a, b) => (a.message < b.message ? -1 : 1))
    .map(({ message, variants, remedies, abouts }) => ({
      message,
      cause: causeOf(variants, abouts, happened),
      remedy: listed(remedies, remedyOfCode),
    }));
}

/** Lists and units, which make many messages of one. */
function shortened(happened) {
  return happened
    .replace(/"…"(?: or "…")+/g, 'one of "…"')
    .replace(/(whole number|number) from N to N \([^)]*\)/, "$1 from N to N (UNIT)")
    .replace(/(?<=")…"(?:, "…")+/g, '…", …')
    .replace(/\((?:NAME|\{[^)]*)\)/g, "(NAME)");
}

function lifted(happened) {
  // After the status the sentence says what it means: a row for each.
  const [, status, meaning] = /^(The service responded with status N and no SOAP fault\.) (.+)$/.exec(happened) ?? [];
  if (status !== undefined) return { message: status, variant: meaning, key: happened };
  for (const [pattern, message, at] of LIFTED) {
    const match = pattern.exec(happened);
    if (match === null) continue;
    const variant = at === 0 ? (/ expected (.*), received /.exec(happened)?.[1] ?? "") : match[at];
    return { message: happened.replace(pattern, message), variant };
  }
  return { message: happened, variant: "" };
}

const MOST = 4;

function causeOf(variants, abouts, happenedOf) {
  const general = [...abouts]
    .map((about) => ABOUT[about])
    .filter(Boolean)
    .sort();
  const shown = [...variants].sort();
  const some = shown.slice(0, MOST).map(codeOf).join("; ");
  const more = shown.length > MOST ? `; and ${shown.length - MOST} more like these` : "";
  return [general[0] ?? "", shown.length > 0 ? `${some}${more}` : ""].filter(Boolean).join(" ") || happenedOf;
}

function listed(remedies, remedyOfCode) {
  const own = [...remedies].filter(Boolean).sort();
  return own.length === 0 ? remedyOfCode : own.slice(0, 2).map(cell).join(" Or: ");
}

/** An address within the page that stays the same while the message does. */
function freeAnchor(text, taken) {
  const stem = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 70)
    .replace(/^-|-$/g, "");
  let anchor = stem;
  for (let number = 2; taken.has(anchor); number++) anchor = `${stem}-${number}`;
  taken.add(anchor);
  return anchor;
}

/** As code, because messages hold markup. */
function codeOf(text) {
  const shown = text.replaceAll("|", "\\|");
  return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

function cell(text) {
  return text.replace(/[<>|]/g, (mark) => ({ "<": "&lt;", ">": "&gt;", "|": "\\|" })[mark]);
}
