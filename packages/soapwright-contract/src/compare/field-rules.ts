/** The rules for a field of both the client's tables and the live service. The direction decides what matters. */
import type { Severity } from "./difference";
import type { OccurrenceChange } from "./judgement";
import type { Field } from "./listener";

interface FieldRule {
  readonly code: string;
  readonly direction: "request" | "response";
  readonly severity: Severity;
  readonly applies: (change: OccurrenceChange, own: Field, live: Field) => boolean;
  /** The predicate of the message, after the field's place. */
  readonly text: string;
}

export const fieldRules: readonly FieldRule[] = [
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
    // Some stacks declare the items of lists as nillable and never send nil.
    code: "nillable-items",
    direction: "response",
    severity: "note",
    applies: (_, own, live) => !own.isNillable && live.isNillable && own.max > 1,
    text: 'may be nil in the service\'s WSDL. If a response is refused for it, set validation to "lenient" or generate the client anew.',
  },
];
