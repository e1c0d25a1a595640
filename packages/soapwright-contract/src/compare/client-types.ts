/** The comparison of the types in a client's tables with the types of the live service, for a client in use. */
import { effective, isAnyType } from "../element-graph/effective";
import { shapeOf } from "../element-graph/graph-shape";
import type { QName } from "../xml/qname";
import type { SimpleType, TypeDefinition } from "../xsd/components";
import { fieldOf } from "./attributes";
import type { OperationContext } from "./compared-messages";
import { Names } from "./compared-names";
import { fieldRules } from "./field-rules";
import { changedValues, isRequiredOnlyAsNil, occurrenceChange } from "./judgement";
import type { Field, Listener, Met } from "./listener";
import type { ContractReport } from "./report";
import { type Rename, TableComponents, type TableSimpleType } from "./table-components";
import { TypeComparison } from "./types";
import { type Message, messageWords, textWords, valueWords } from "./words";

/** Compares the types of messages: each pair of types once in all requests, and once in all responses. */
export class ClientTypes {
  readonly own: TableComponents;
  readonly live = new TableComponents((namespace) => namespace);
  readonly comparisons: OperationContext["types"];
  readonly #findings: { readonly [D in Message["direction"]]: TypeFindings };

  constructor(rename: Rename, report: ContractReport) {
    this.own = new TableComponents(rename);
    const [request, response] = [new TypeFindings(report), new TypeFindings(report)];
    this.#findings = { request, response };
    this.comparisons = {
      written: new TypeComparison(names, request, () => ({ written: true, read: false }), new Map()),
      read: new TypeComparison(names, response, () => ({ written: false, read: true }), new Map()),
    };
  }

  /** Sets the message that the next findings are about. */
  enter(message: Message): void {
    this.#findings[message.direction].message = message;
  }
}

/** Without target namespaces, because tables are renamed already. */
export const names = new Names("", "");

/** A listener without compatibility verdicts: they do not matter to a client in use, which works or fails. */
export class Unjudged implements Listener {
  judged(): void {}
  breaking(): void {}
  compatible(): void {}
  documentation(): void {}

  inside(place: string, part: string): string {
    return part === "[]" ? `an item of ${place}` : `${part.replace(/^@/, "")} of ${place}`;
  }
}

/** The findings about types, attributed to one message at a time. */
class TypeFindings extends Unjudged {
  message: Message = { direction: "request", operation: "" };
  readonly #report: ContractReport;

  constructor(report: ContractReport) {
    super();
    this.#report = report;
  }

  met(met: Met): void {
    switch (met.of) {
      case "types":
        this.#typesMet(met.where, met.old, met.now);
        break;
      case "fields":
        if (met.old && met.now) this.#fieldsMet(met.owner, met.old, met.now);
        else if (met.old) this.#gone(met.owner, met.old, "is not in the service's WSDL any more");
        else if (met.now) this.#unknown(met.owner, met.now);
        break;
      case "order": {
        const place = this.#in(`${met.earlier} of ${met.owner}`);
        const text = `${place} is in another place in the service's WSDL: what is out of order may be ignored. Generate the client anew.`;
        // Services may ignore elements that are out of order, so this is an error in a request.
        if (this.#isRequest) this.#report.add("error", "order-differs", met.owner, text);
        break;
      }
      case "alternative": {
        const { local } = met.name;
        const text = `${local}, which may replace ${this.#in(met.where)} is not in the service's WSDL any more. Generate the client anew.`;
        const severity = this.#isRequest ? "error" : "warning";
        this.#report.add(severity, "alternative-missing", `${met.where} ${local}`, text);
      }
    }
  }

  get #isRequest(): boolean {
    return this.message.direction === "request";
  }

  #in(place: string): string {
    return `${place}, in the ${messageWords(this.message)},`;
  }

  #typesMet(where: string, own: TypeDefinition, live: TypeDefinition): void {
    if (isAnyType(own)) return;
    if (live.unknown !== undefined) {
      if (live.unknown !== "") this.#report.leaveOut(live.unknown);
      return;
    }
    const [text, liveText] = [textOf(own), textOf(live)];
    if (text && liveText) this.#textsMet(where, text, liveText, live.name?.local);
    else if (kindWords(own) !== kindWords(live) && !isAbstract(own))
      this.#differs(where, kindWords(own), kindWords(live));
    // A text with attributes is a complex type.
    if (own.kind === live.kind) return;
    for (const type of [own, live]) {
      if (type.kind === "simpleType") continue;
      for (const use of effective(type).attributes) {
        const field = fieldOf(use);
        const owner = type.name?.local ?? where;
        this.met({ of: "fields", owner, ...(type === own ? { old: field } : { now: field }) });
      }
    }
  }

  #textsMet(where: string, own: SimpleType, live: SimpleType, typeName: string | undefined): void {
    const [ownWords, liveWords] = [textWords(own), textWords(live)];
    if (ownWords !== liveWords) this.#differs(where, ownWords, liveWords);
    const [values, liveValues] = [valuesOf(own), valuesOf(live)];
    // The prefixes of QNames depend on the document.
    if (liveValues === undefined || /xs:(QName|NOTATION)/.test(liveWords)) return;
    if (values === undefined) {
      const text = `${this.#in(where)} takes only ${valueWords(liveValues)} in the service's WSDL, and any value in this client. Generate the client anew.`;
      if (this.#isRequest) this.#report.add("warning", "values-listed", where, text);
      return;
    }
    const { removed: gone, added } = changedValues(values.map(collapsed), liveValues.map(collapsed));
    if (this.#isRequest && gone.length > 0) {
      const text = `${this.#in(where)} does not take ${valueWords(gone)} any more in the service's WSDL. Do not send it, or generate the client anew.`;
      this.#report.add("error", "value-missing", where, text);
    }
    if (!this.#isRequest && isClosed(own) && added.length > 0) {
      const text = `${this.#in(where)} may be ${valueWords(added)} in the service's WSDL. This client refuses a response with a new value. Generate the client anew.`;
      this.#report.add("error", "value-added", where, text);
    } else for (const value of added) this.#report.countUnknown("enumeration value", `${typeName ?? where} ${value}`);
  }

  #fieldsMet(owner: string, own: Field, live: Field): void {
    if (own.name.namespace !== live.name.namespace) {
      const [was, is] = [own, live].map(({ name }) => namespaceWords(name));
      this.#gone(owner, own, `is in ${is} in the service's WSDL and in ${was} in this client`);
      return;
    }
    const change = occurrenceChange(own, live, live.isNillable);
    for (const { code, direction, severity, applies, text } of fieldRules) {
      if (direction !== this.message.direction || !applies(change, own, live)) continue;
      this.#report.add(
        severity,
        code,
        `${owner} ${keyOf(own)}`,
        `${this.#in(`${own.name.local} of ${owner}`)} ${text}`,
      );
    }
  }

  #gone(owner: string, field: Field, what: string): void {
    const text = `${this.#in(`${field.name.local} of ${owner}`)} ${what}. Generate the client anew.`;
    this.#report.add(field.min > 0 ? "error" : "warning", "field-missing", `${owner} ${keyOf(field)}`, text);
  }

  #unknown(owner: string, field: Field): void {
    const isRequired = this.#isRequest && field.min > 0 && !isRequiredOnlyAsNil(field);
    this.#report.countUnknown(isRequired ? "required request field" : "field", `${owner} ${keyOf(field)}`);
  }

  #differs(where: string, own: string, live: string): void {
    const text = `${this.#in(where)} is ${live} in the service's WSDL and ${own} in this client. Generate the client anew.`;
    this.#report.add("error", "type-differs", where, text);
  }
}

/** The simple type, or the type of the simple content. */
function textOf(type: TypeDefinition): SimpleType | undefined {
  return type.kind === "simpleType" ? type : effective(type).text;
}

/** Only the derived types of an abstract type are known. */
function isAbstract(type: TypeDefinition): boolean {
  return type.kind === "complexType" && type.abstract;
}

function kindWords(type: TypeDefinition): string {
  const text = textOf(type);
  if (text !== undefined) return textWords(text);
  if (isAnyType(type)) return "anything";
  return type.kind === "complexType" && type.soapArray ? "an array" : "a record";
}

/** The values that the nearest restriction lists; for a list without any, the values of its items. */
function valuesOf(type: SimpleType): string[] | undefined {
  const { steps, variety } = shapeOf(type);
  const listed = steps.findLast((facets) => facets.some(({ name }) => name === "enumeration"));
  if (listed === undefined) return variety.of === "list" ? valuesOf(variety.item) : undefined;
  return listed.filter(({ name }) => name === "enumeration").map(({ value }) => value);
}

/** Whether responses with a value that is not listed are refused too. */
function isClosed(type: TableSimpleType): boolean {
  if (type.closed) return true;
  const { variety } = type;
  if (variety.of === "restriction") return isClosed(variety.base);
  return variety.of === "list" && isClosed(variety.item);
}

function keyOf({ name, isAttribute }: Field): string {
  return `${isAttribute ? "@" : ""}{${name.namespace}}${name.local}`;
}

function namespaceWords({ namespace }: QName): string {
  return namespace === "" ? "no namespace" : `the namespace ${namespace}`;
}

/** White space is the writer's choice in most types, and does not distinguish two values in practice. */
function collapsed(value: string): string {
  return value.trim().replace(/[ \t\r\n]+/g, " ");
}
