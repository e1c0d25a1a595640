/** Compares the elements and attributes of two types. What matters depends on who writes them. */
import type { QName } from "../xml/qname";
import type { Severity } from "./difference";
import { isRequiredOnlyAsNil, type OccurrenceChange, occurrenceChange, reordered } from "./judgement";
import type { ContractReport } from "./report";
import type { FieldShape } from "./shape";
import { fieldPlace, type Message } from "./words";

/** The fields of a type, in order. */
export interface Fields {
  readonly fields: readonly FieldShape[];
  readonly isOrdered: boolean;
}

/** What may be wrong with a field that both sides have. */
interface FieldRule {
  readonly code: string;
  readonly direction: "request" | "response";
  readonly severity: Severity;
  readonly applies: (change: OccurrenceChange, own: FieldShape, live: FieldShape) => boolean;
  /** Behind the field's place. */
  readonly text: string;
}

const rules: readonly FieldRule[] = [
  {
    code: "field-required",
    direction: "request",
    severity: "error",
    applies: (change) => change.isRequiredNow && !change.isRequiredOnlyAsNil,
    text: "is required in the service's WSDL and optional in this client. Always set it, or generate the client anew.",
  },
  {
    code: "field-required",
    direction: "request",
    severity: "note",
    applies: (change) => change.isRequiredOnlyAsNil,
    text: "is required in the service's WSDL, if only as nil, and optional in this client. If a request without it is refused, set it.",
  },
  {
    code: "field-optional",
    direction: "response",
    severity: "error",
    applies: (change) => change.isOptionalNow,
    text: "is optional in the service's WSDL and required in this client, which refuses a response without it. Generate the client anew.",
  },
  {
    code: "occurrence-differs",
    direction: "request",
    severity: "error",
    applies: (change) => change.becomes === "single",
    text: "occurs once in the service's WSDL and several times in this client. Send one item at most, or generate the client anew.",
  },
  {
    code: "occurrence-differs",
    direction: "response",
    severity: "error",
    applies: (change) => change.becomes === "list",
    text: "occurs several times in the service's WSDL and once in this client, which refuses a second one. Generate the client anew.",
  },
  {
    code: "nillable-differs",
    direction: "request",
    severity: "warning",
    applies: (_, own, live) => own.isNillable && !live.isNillable,
    text: "may not be nil in the service's WSDL. Do not set it to null, or generate the client anew.",
  },
  {
    code: "nillable-differs",
    direction: "response",
    severity: "warning",
    applies: (_, own, live) => !own.isNillable && live.isNillable && own.min > 0 && own.max <= 1,
    text: "may be nil in the service's WSDL. This client refuses a response in which it is. Generate the client anew.",
  },
  {
    // Stacks declare items of lists so, and do not send nil.
    code: "nillable-items",
    direction: "response",
    severity: "note",
    applies: (_, own, live) => !own.isNillable && live.isNillable && own.max > 1,
    text: 'may be nil in the service\'s WSDL. If a response is refused for it, set validation to "lenient" or generate the client anew.',
  },
];

/** Compares the fields of a type called `owner`; `onBoth` gets those that both sides have. */
export function compareFields(
  own: Fields,
  live: Fields,
  { owner, message, report }: { readonly owner: string; readonly message: Message; readonly report: ContractReport },
  onBoth: (own: FieldShape, live: FieldShape) => void,
): void {
  const known = new Map(live.fields.map((field) => [keyOfField(field), field]));
  for (const field of own.fields) {
    const found = known.get(keyOfField(field));
    if (found === undefined) {
      addMissing(field, live.fields, owner, message, report);
      continue;
    }
    const change = occurrenceChange(field, found, found.isNillable);
    for (const { code, direction, severity, applies, text } of rules) {
      if (direction !== message.direction || !applies(change, field, found)) continue;
      report.add(severity, code, `${owner} ${keyOfField(field)}`, `${fieldPlace(owner, field, message)} ${text}`);
    }
    onBoth(field, found);
  }
  const names = new Set(own.fields.map(keyOfField));
  for (const field of live.fields) {
    if (names.has(keyOfField(field))) continue;
    const isRequired = message.direction === "request" && field.min > 0 && !isRequiredOnlyAsNil(field);
    const kind = isRequired ? "required request field" : "field";
    report.countUnknown(kind, `${owner} ${keyOfField(field)}`);
  }
  if (message.direction === "request" && own.isOrdered && live.isOrdered)
    compareOrder(own, live, owner, message, report);
}

function addMissing(
  field: FieldShape,
  others: readonly FieldShape[],
  owner: string,
  message: Message,
  report: ContractReport,
): void {
  const { name, isAttribute, min } = field;
  const moved = others.find((other) => other.name.local === name.local && other.isAttribute === isAttribute);
  const what =
    moved === undefined
      ? "is not in the service's WSDL any more"
      : `is in ${namespaceWords(moved.name)} in the service's WSDL and in ${namespaceWords(name)} in this client`;
  const text = `${fieldPlace(owner, field, message)} ${what}. Generate the client anew.`;
  report.add(min > 0 ? "error" : "warning", "field-missing", `${owner} ${keyOfField(field)}`, text);
}

function namespaceWords({ namespace }: QName): string {
  return namespace === "" ? "no namespace" : `the namespace ${namespace}`;
}

/** A service may read over what stands out of order: that is an error where the client writes. */
function compareOrder(own: Fields, live: Fields, owner: string, message: Message, report: ContractReport): void {
  const keysOf = ({ fields }: Fields): string[] => fields.filter((field) => !field.isAttribute).map(keyOfField);
  const places = reordered(keysOf(live), keysOf(own));
  const moved = own.fields.find((field) => keyOfField(field) === places?.old);
  if (moved === undefined) return;
  const text =
    "is in another place in the service's WSDL: what is out of order may be ignored. Generate the client anew.";
  report.add("error", "order-differs", owner, `${fieldPlace(owner, moved, message)} ${text}`);
}

function keyOfField({ name, isAttribute }: FieldShape): string {
  return `${isAttribute ? "@" : ""}{${name.namespace}}${name.local}`;
}
