/** Compares the types of the client's tables with those of the live ones. */
import type { NodeRef } from "../../src/schema/codec";
import { withoutNil } from "../../src/tool-imports";
import type { QName } from "../xml/qname";
import { compareFields } from "./compare-fields";
import { changedValues } from "./judgement";
import type { ContractReport } from "./report";
import type { TextShape, TypeShape } from "./shape";
import { type Rename, tableShape } from "./table-shape";
import { type Message, messageWords, textWords, valueWords } from "./words";

/** Two types that are to be compared, and where they stand. */
interface Pair {
  readonly own: NodeRef;
  readonly live: NodeRef;
  readonly message: Message;
  /** The element whose type it is, in words. */
  readonly element: string;
}

type Plain = Extract<TypeShape, { kind: "plain" }>;

/** Compares types, each pair once for each direction. Tables may contain themselves. */
export class TypeComparison {
  readonly #rename: Rename;
  readonly #report: ContractReport;
  readonly #seen = { request: new Map<object, Set<object>>(), response: new Map<object, Set<object>>() };
  readonly #waiting: Pair[] = [];

  constructor(rename: Rename, report: ContractReport) {
    this.#rename = rename;
    this.#report = report;
  }

  /** Compares the type of an element, and whatever is inside. */
  compare(own: NodeRef, live: NodeRef, message: Message, element: string): void {
    this.#waiting.push({ own, live, message, element });
    for (let pair = this.#waiting.pop(); pair !== undefined; pair = this.#waiting.pop()) {
      if (this.#isNew(pair)) this.#comparePair(pair);
    }
  }

  /** A simple type is looked at wherever it stands: what is wrong is said of the field. */
  #isNew({ own, live, message }: Pair): boolean {
    const node = withoutNil(own);
    if (node.kind === "simple") return true;
    const seen = this.#seen[message.direction];
    const keys = seen.get(node) ?? new Set();
    seen.set(node, keys);
    const key = withoutNil(live);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  }

  #comparePair(pair: Pair): void {
    const own = tableShape(pair.own, this.#rename);
    const live = tableShape(pair.live, asItIs);
    if (own.kind === "any") return;
    if (live.kind === "unknown") {
      if (live.why !== undefined) this.#report.leaveOut(live.why);
    } else if (own.kind === "array" && live.kind === "array")
      this.#waiting.push({ ...pair, own: own.item, live: live.item, element: `an item of ${pair.element}` });
    else if (own.kind === "plain" && live.kind === "plain") this.#comparePlain(pair, own, live);
    else this.#differs(pair, kindWords(own), kindWords(live));
  }

  #comparePlain(pair: Pair, own: Plain, live: Plain): void {
    const { message, element } = pair;
    if (own.text !== undefined && live.text !== undefined) this.#compareTexts(pair, own.text, live.text, live.name);
    else if (own.text !== undefined || (live.text !== undefined && !this.#mayBeText(own)))
      this.#differs(pair, kindWords(own), kindWords(live));
    const owner = live.name ?? own.name ?? element;
    compareFields(own, live, { owner, message, report: this.#report }, (field, found) => {
      this.#waiting.push({ own: field.type, live: found.type, message, element: `${field.name.local} of ${owner}` });
    });
    this.#compareAlternatives(pair, own, live);
  }

  /** Whether one of the types that may stand for the declared one is text. */
  #mayBeText({ alternatives }: Plain): boolean {
    const shapes = alternatives.map(({ type }) => tableShape(type, this.#rename));
    return shapes.some((shape) => shape.kind !== "plain" || shape.text !== undefined);
  }

  #compareTexts(pair: Pair, own: TextShape, live: TextShape, typeName: string | undefined): void {
    const [ownWords, liveWords] = [textWords(own), textWords(live)];
    if (ownWords !== liveWords) this.#differs(pair, ownWords, liveWords);
    // The prefixes of QNames are each document's own.
    const isComparable = !live.builtIns.some((name) => name === "QName" || name === "NOTATION");
    if (live.values === undefined || !isComparable) return;
    const { direction } = pair.message;
    if (own.values === undefined) {
      const text = `${placeOf(pair)} takes only ${valueWords(live.values)} in the service's WSDL, and any value in this client. Generate the client anew.`;
      if (direction === "request") this.#report.add("warning", "values-listed", pair.element, text);
      return;
    }
    const { removed: gone, added } = changedValues(own.values.map(collapsed), live.values.map(collapsed));
    if (direction === "request" && gone.length > 0) {
      const text = `${placeOf(pair)} does not take ${valueWords(gone)} any more in the service's WSDL. Do not send it, or generate the client anew.`;
      this.#report.add("error", "value-missing", pair.element, text);
    }
    if (direction === "response" && own.isClosed && added.length > 0) {
      const text = `${placeOf(pair)} may be ${valueWords(added)} in the service's WSDL. This client refuses a response with a new value. Generate the client anew.`;
      this.#report.add("error", "value-added", pair.element, text);
    } else
      for (const value of added) this.#report.countUnknown("enumeration value", `${typeName ?? pair.element} ${value}`);
  }

  #compareAlternatives(pair: Pair, own: Plain, live: Plain): void {
    for (const { element, typeName, type } of own.alternatives) {
      const name = element ?? typeName;
      if (name === undefined) continue;
      const found = live.alternatives.find(
        (each) => keyOfName(each.element) === keyOfName(element) && keyOfName(each.typeName) === keyOfName(typeName),
      );
      if (found !== undefined) {
        this.#waiting.push({ ...pair, own: type, live: found.type, element: name.local });
        continue;
      }
      const isRequest = pair.message.direction === "request";
      const text = `${name.local}, which may replace ${placeOf(pair)} is not in the service's WSDL any more. Generate the client anew.`;
      this.#report.add(isRequest ? "error" : "warning", "alternative-missing", `${pair.element} ${name.local}`, text);
    }
  }

  #differs(pair: Pair, own: string, live: string): void {
    const text = `${placeOf(pair)} is ${live} in the service's WSDL and ${own} in this client. Generate the client anew.`;
    this.#report.add("error", "type-differs", pair.element, text);
  }
}

/** Names of the live tables are on the wire as they are. */
const asItIs: Rename = (namespace) => namespace;

function keyOfName(name: QName | undefined): string | undefined {
  return name && `{${name.namespace}}${name.local}`;
}

/** White space is the writer's choice in most types, and never tells two values apart in practice. */
function collapsed(value: string): string {
  return value.trim().replace(/[ \t\r\n]+/g, " ");
}

function placeOf({ element, message }: Pair): string {
  return `${element}, in the ${messageWords(message)},`;
}

function kindWords(shape: TypeShape): string {
  switch (shape.kind) {
    case "any":
      return "anything";
    case "array":
      return "an array";
    case "unknown":
      return "unknown";
    case "plain":
      return shape.text === undefined ? "a record" : textWords(shape.text);
  }
}
