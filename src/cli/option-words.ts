/** Messages of the library in the words of the command: what it can set, instead of the library's options. */
import { OPTIONS } from "../internal";
import { type Situation, wordFor } from "./situation";

/** Names that no sentence of English has: those of two words and more. */
const names = [...Object.keys(OPTIONS), "baseUrl", "namespaceBaseUrl"].filter((name) => /[A-Z]/.test(name));

/**
 * A message with the options that it names replaced by what the command has for them. Advice to set what the command cannot
 * set is left out. `option` is the option that the message is about, whatever its name looks like.
 */
export function inWordsOfCommand(message: string, option: string | undefined, situation: Situation): string {
  const own = option === undefined ? message : aboutOption(message, option, situation);
  const [first = "", ...advice] = own.split(/(?<=[.!?;]) (?=\S)/);
  const kept = advice.filter((each) => namesIn(each).every((name) => wordFor(name, situation) !== undefined));
  return withoutAlternatives(
    [first, ...kept]
      .map((each) => translated(each, message, situation))
      .join(" ")
      .replace(/;$/, "."),
    situation,
  );
}

/** Of two options of a client that do the same, the command has one word; of what only a program can set, none. */
function withoutAlternatives(text: string, situation: Situation): string {
  return text
    .replace(/ \(namespaces on a generated client\)/, "")
    .replace(/\bnamespace or (?=--|EMPLOYEE_SERVICE_)/, "")
    .replace(/\S+ or endpoint\b/, wordFor("endpoint", situation) ?? "$&");
}

/** `endpoint is plain http: …`, `option baseUrl is not …`: starts with the option, and should with what was set at the terminal. */
function aboutOption(message: string, option: string, situation: Situation): string {
  const word = wordFor(option, situation);
  if (word === undefined || message.includes(word)) return message;
  return message.replace(new RegExp(`^(?:The )?(?:option )?${option}\\b(?:: "environment" \\([^)]*\\))?`), word);
}

function namesIn(text: string): string[] {
  return names.filter((name) => pattern(name).test(text));
}

/** A message that names the word already, as what to set, is right about the option. */
function translated(text: string, message: string, situation: Situation): string {
  return namesIn(text).reduce((changed, name) => {
    const word = wordFor(name, situation);
    return word === undefined || message.includes(word) ? changed : changed.replace(pattern(name), word);
  }, text);
}

function pattern(name: string): RegExp {
  return new RegExp(`(?<![\\w.-])${name}\\b(?:: true)?`, "g");
}
