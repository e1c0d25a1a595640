// The page of all messages.
import { normalize } from "./normalize.mjs";

const chapters = [
  ["ConfigurationError", "An option or a credential is wrong. Nothing was sent."],
  ["ArgumentError", "An argument does not match the schema. Nothing was sent."],
  ["ConnectionError", "The connection could not be made, or was cut off."],
  ["TimeoutError", "Something took too long."],
  ["AbortError", "Your signal was aborted, or the client was closed."],
  ["OverloadError", "Too many calls are waiting. Nothing was sent."],
  ["HttpError", "The service returned an HTTP status without a SOAP fault, or a redirect."],
  ["FaultError", "The service returned a SOAP fault."],
  ["ResponseError", "The response is not what the contract describes."],
  ["employee-service", "What the command prints to stderr."],
  ["error", "Errors of the generator."],
  ["warning", "Warnings of the generator."],
  ["note", "Notes of the generator."],
];

/** Markdown with each message once, below what it comes from; in the order of the alphabet, as code units have it. */
export function pageOf(recorded) {
  const found = new Map();
  for (const { from, text } of recorded) {
    if (!found.has(from)) found.set(from, new Set());
    found.get(from).add(normalize(text));
  }
  const unknown = [...found.keys()].filter((from) => !chapters.some(([name]) => name === from));
  if (unknown.length > 0) throw new Error(`no chapter for ${unknown.join(", ")}`);
  const kinds = mergeReceived(found.get("ArgumentError"));
  const parts = chapters
    .filter(([name]) => found.has(name))
    .map(([name, about]) => [`## ${name}`, about, list([...found.get(name)].sort())].join("\n\n"));
  if (kinds.length > 0) parts.push(`## What KIND is\n\n${kinds.map((kind) => `- ${kind}`).join("\n")}`);
  const head = [
    "# Messages",
    "`make messages` writes this page from the messages that the tests meet. Names, numbers and addresses are replaced by words in capitals or by `…`.",
  ];
  return `${[...head, ...parts].join("\n\n")}\n`;
}

/** What is expected and what is received make too many pairs: one message for each expectation, and one for all kinds. */
function mergeReceived(messages = new Set()) {
  const kinds = new Set();
  for (const text of [...messages]) {
    const [, start, received] = /^(.* received )(.*)\.$/.exec(text) ?? [];
    if (start === undefined) continue;
    kinds.add(received);
    messages.delete(text);
    messages.add(`${start}KIND.`);
  }
  return [...kinds].sort();
}

/** As code, because messages hold markup. */
function list(messages) {
  return messages.map((text) => `- ${codeOf(text)}`).join("\n");
}

function codeOf(text) {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
