import { inspect } from "node:util";
import type { Diagnostic } from "soapwright-contract";
import { printable } from "soapwright-runtime/xsd";
import { boundsText } from "../instances/instance-errors";
import { payloadName } from "./payload";
import type { Trip } from "./round-trip";
import type { LeftOut, Verification } from "./verification";

const shownNames = 20;
/** Most characters of a printed document or value: the beginning suffices to recognize it. */
const shownLength = 2_000;

export function verificationText(wsdl: string, verification: Verification): string {
  const { operations, payloads, instances, leftOut, failures, judged, unjudged } = verification;
  const { identityConstraints } = verification.schemas;
  const outcome =
    failures.length === 0 ? "all came back as they were" : `${failures.length} of ${payloads} payloads failed`;
  const lines = [
    `${wsdl}: ${count(operations, "operation")}, ${count(payloads, "payload")}`,
    `instances: ${instances}, ${outcome}`,
    ...leftOutLines(leftOut),
    `libxml2 judged ${judged} of ${count(operations, "operation")}`,
    ...[...unjudged].flatMap(([reason, names]) => [`  ${reason}`, `    ${names.join(", ")}`]),
    ...(identityConstraints === 0
      ? []
      : [`  without ${count(identityConstraints, "identity constraint")}, which instances are not made to meet`]),
    ...named("cannot exist in any valid document", verification.impossible),
    ...named("not sent or read by a client: arrays of several dimensions", verification.refused),
    ...named(`not made: need ${boundsText}`, verification.tooLarge),
  ];
  const [first] = failures;
  const failed = failures.map(({ payload, failure }) => `${payloadName(payload)}: ${failure?.what}`);
  if (first) lines.push("", ...named("failed", failed), "", ...counterexample(first));
  return `${lines.map((line) => printable(line)).join("\n")}\n`;
}

/** A failed payload is an error of the whole WSDL, without a line: the report on stdout has the documents. */
export function failureDiagnostics(wsdl: string, { failures }: Verification): Diagnostic[] {
  return failures.map(({ payload, failure }) => ({
    severity: "error",
    reason: "payload-differs",
    position: { file: wsdl, line: 0, column: 0 },
    message: `${payloadName(payload)}: ${failure?.what ?? "it did not come back as it was"}`,
    hint: "this is a mistake of the generator: please report it with the WSDL",
  }));
}

function leftOutLines({ seconds, instances }: LeftOut): string[] {
  if (instances === 0) return [];
  return [
    `left out after ${seconds} s of processor time: ${count(instances, "instance")}; --seconds ${Math.ceil(seconds) * 10} gives it more`,
  ];
}

function named(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > shownNames ? [`  … and ${names.length - shownNames} more`] : [];
  return [`${title}:`, ...names.slice(0, shownNames).map((name) => `  ${name}`), ...more];
}

function counterexample({ payload, failure, value, encoded, document }: Trip): string[] {
  const difference = failure?.difference;
  const where = difference
    ? [`  at ${difference.path}: expected ${shown(difference.expected)}, received ${shown(difference.received)}`]
    : [];
  return [
    `counterexample: ${payloadName(payload)}`,
    `  ${failure?.what}`,
    ...where,
    `  value    ${shown(value)}`,
    `  encoded  ${encoded === undefined ? "(nothing)" : cut(encoded)}`,
    `  instance ${cut(document)}`,
  ];
}

function shown(value: unknown): string {
  return cut(inspect(value, { depth: 20, breakLength: Infinity, maxStringLength: 500 }));
}

function cut(text: string): string {
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)} … (${text.length} characters)`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
