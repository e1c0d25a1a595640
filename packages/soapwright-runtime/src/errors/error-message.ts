/** The message of an error: what happened and where, then advice, with option names that fit the reader. */
import { type Advice, adviceText, OF_CLIENT, type Reader } from "./advice";

/** What a sentence begins with. */
type Subject = "service" | "call";

/**
 * What happened and where, without advice: a text, or a function that receives the reader's naming of options, and of the
 * subject.
 */
export type ErrorSentence =
  | string
  | ((name: (option: string) => string, subject: (subject: Subject) => string) => string);

type Naming = Pick<Reader, "inSentence" | "subject">;

/** Returns the subject for a reader who knows which service was called. */
function plainSubject(subject: Subject): string {
  return subject === "service" ? "The service" : "The call";
}

/** Kept to build the message again for another reader. */
interface MessageSource {
  readonly sentence: ErrorSentence;
  readonly outcome: string | undefined;
  /** Undefined if `sentence` contains no text of the service. */
  readonly logged: string | undefined;
  readonly isAdvised: boolean;
  readonly reader: Reader;
}
const sources = new WeakMap<Error, MessageSource>();

export interface AdvisedError extends Error {
  readonly code: string;
  readonly advice: readonly Advice[];
}

/** What the text of an error is made of, beside its first sentence. */
interface MessageParts {
  readonly advice?: readonly Advice[] | undefined;
  readonly logged?: string | undefined;
  readonly outcome?: string | undefined;
}

/** Call `keep` with the constructed error afterwards. */
export function messageFor(
  sentence: ErrorSentence,
  { advice, logged, outcome }: MessageParts,
): { readonly message: string; keep(error: Error): void } {
  const source: MessageSource = { sentence, outcome, logged, isAdvised: advice !== undefined, reader: OF_CLIENT };
  return { message: messageOf(source, advice ?? []), keep: (error) => void sources.set(error, source) };
}

function messageOf(source: MessageSource, advice: readonly Advice[]): string {
  const { isAdvised, reader } = source;
  const happened = whatHappened(source, reader);
  const adviceSentences = isAdvised ? adviceText(advice, reader) : "";
  return adviceSentences === "" ? happened : `${closed(happened)} ${adviceSentences}`;
}

function textOf(sentence: ErrorSentence, { inSentence, subject = plainSubject }: Naming): string {
  return typeof sentence === "string" ? sentence : sentence(inSentence, subject);
}

function whatHappened({ sentence, outcome }: MessageSource, naming: Naming): string {
  const text = textOf(sentence, naming);
  return outcome === undefined ? text : `${text} ${outcome}`;
}

export function happened(error: AdvisedError, inSentence: (option: string) => string): string {
  const source = sources.get(error);
  return source === undefined ? error.message : whatHappened(source, { inSentence });
}

/** Returns what went wrong, without the outcome and without advice. An error of another copy keeps its message. */
export function problemOf(error: AdvisedError): string {
  const source = sources.get(error);
  return source === undefined ? error.message : textOf(source.sentence, source.reader);
}

/** Returns the message with advice, and without the outcome. */
export function messageWithoutOutcome(error: AdvisedError): string {
  const source = sources.get(error);
  return source === undefined ? error.message : messageOf({ ...source, outcome: undefined }, error.advice);
}

/** Returns a sentence as a part of another one: without the full stop at its end. */
export function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
}

export function closed(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * A configuration error has advice only if it was created with some. An error of another copy of the package keeps its
 * message.
 */
export function messageForReader(error: AdvisedError, reader: Reader): string {
  const source = sources.get(error);
  if (source === undefined) return error.message;
  const isAdvised = source.isAdvised || error.code !== "CONFIGURATION";
  return messageOf({ ...source, isAdvised, reader }, error.advice);
}

/** The text of the service may contain personal data. */
export function loggedMessage(error: AdvisedError): string {
  const source = sources.get(error);
  return source?.logged === undefined
    ? error.message
    : messageOf({ ...source, sentence: source.logged, outcome: undefined }, error.advice);
}

/** Makes logs show the message with text of the service too. */
export function showInLogs(error: Error): void {
  const source = sources.get(error);
  if (source !== undefined) sources.set(error, { ...source, logged: undefined });
}

/** The code that threw the error did not have these facts. */
export interface RewrittenParts {
  readonly sentence?: (happened: string, name: (option: string) => string) => string;
  readonly advice?: readonly Advice[];
}

/**
 * Changes the message, with which the stack begins unless it was read before. An error of another copy of the package keeps
 * its message.
 */
export function rewriteMessage(error: AdvisedError, reader: Reader, { sentence, advice }: RewrittenParts = {}): void {
  const source = sources.get(error);
  if (source === undefined) return;
  if (advice !== undefined) Reflect.set(error, "advice", advice);
  const { logged } = source;
  const changed: MessageSource = {
    sentence:
      sentence === undefined
        ? source.sentence
        : (name, subject) => sentence(whatHappened(source, { inSentence: name, subject }), name),
    outcome: sentence === undefined ? source.outcome : undefined,
    logged: logged === undefined || sentence === undefined ? logged : sentence(logged, reader.inSentence),
    isAdvised: source.isAdvised || advice !== undefined,
    reader,
  };
  sources.set(error, changed);
  error.message = messageOf(changed, error.advice);
}

/** Returns undefined if another package's `Error.prepareStackTrace` returns something other than text, or throws. */
export function stackOf(thrown: object): string | undefined {
  try {
    const stack: unknown = Reflect.get(thrown, "stack");
    return typeof stack === "string" ? stack : undefined;
  } catch {
    return undefined;
  }
}
