/** Generated values for any table of a client. The sandbox returns them for operations without data. */

import {
  type AlternativeNode,
  type AttributeNode,
  declarationsOf,
  type ElementNode,
  type Group,
  isGroup,
  isNillable,
  type Member,
  membersOf,
  type NamespaceConstraint,
  type NodeRef,
  nodeOf,
  ownValue,
  type Part,
  type PartVisitor,
  type RecordType,
  type Rename,
  type SimpleRef,
  setOwn,
  simpleTypeOf,
  type TypeVisitor,
  valueOfText,
  visit,
  visitPart,
  withoutNil,
} from "soapwright-runtime/codecs";
import type { OperationNode, QName } from "soapwright-runtime/tables";
import { Random } from "soapwright-verify";
import { SandboxFault } from "../../asmx/fault";
import type { OtherOperation } from "../service-options";
import { deepest, Finite } from "./finite";
import { textsOf } from "./simple-texts";

/** The depth from which optional parts are left out, so that values of recursive types end. */
const usualDepth = 4;
/** Approximate number of values in one response. Beyond it lists stop growing, and optional parts are left out. */
const mostValues = 400;
/** The largest number of values in one response. A tree of required elements doubles with each level. */
const mostOfAll = 50_000;
const longestList = 10_000;

/** XML Schema does not define the name of an item in a SOAP-encoded array. */
const itemName: QName = { namespace: "", local: "item" };

type Members = { [key: string]: unknown };

/** Where a value is made. `name` is the name of the parent element, which the node of a tree repeats. */
interface Place {
  readonly depth: number;
  readonly name: QName;
}
/** Where a part is made: `value` gets it. */
interface PartPlace extends Place {
  readonly value: Members;
  /** Whether the part is there: a choice must not be empty. */
  readonly isChosen?: boolean;
}

/** Returns the result of an operation that has neither data nor a handler. */
export function generateResponse({ operation, request, rename }: OtherOperation): unknown {
  const seed = `1 ${seedOf(request.args)}`;
  const { output } = operation;
  if (output === undefined || output.unwrap.length > 0) return generateResult(operation, seed, rename);
  // A message that is not unwrapped has one value for each element of the Body and for each part beside it.
  const values = [...output.body, ...(output.attachments ?? [])].map((element) => {
    const alone = { ...operation, output: { ...output, body: [element], unwrap: [element.key] } };
    return [element.key, generateResult(alone, seed, rename)] as const;
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

export function seedOf(args: unknown): string {
  return JSON.stringify(args, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "";
}

/** Throws a `SandboxFault` if the type has no value within the limits. */
export function generateResult(operation: OperationNode, seed: string, rename: Rename): unknown {
  const { output } = operation;
  const [element] = output?.body ?? [];
  if (output === undefined || element === undefined) return undefined;
  const maker = new Maker(new Random(`${seed} ${operation.method}`), operation.name, rename);
  return maker.at(element, output.unwrap.slice(1));
}

/** The value is the same each time. Throws a `SandboxFault` if the type has no value within the limits. */
export function generateArgument(element: ElementNode, operation: OperationNode, rename: Rename): unknown {
  return new Maker(new Random(`request ${operation.method}`), operation.name, rename).at(element, []);
}

/** Makes the values of one response. */
class Maker implements TypeVisitor<unknown, Place>, PartVisitor<void, PartPlace> {
  readonly #finite = new Finite();
  #elementCount = 0;

  constructor(
    private readonly random: Random,
    private readonly operation: string,
    private readonly rename: Rename,
  ) {}

  at(element: ElementNode, keys: readonly string[]): unknown {
    const [key, ...others] = keys;
    if (key === undefined) return element.array ? this.#list(element, 0) : this.#type(element.type, 0, element.name);
    const child = declarationsOf(element.type).elements.find((inner) => inner.key === key);
    return child === undefined ? this.#type(element.type, 0, element.name) : this.at(child, others);
  }

  #type(ref: NodeRef, depth: number, name: QName): unknown {
    if (++this.#elementCount > mostOfAll)
      this.#refuse(`a result of more than ${mostOfAll.toLocaleString("en-US")} values`);
    if (!isNillable(ref)) return visit(ref, this, { depth, name });
    const type = withoutNil(ref);
    return this.random.chance(0.1) || !this.#finite.type(type, deepest - depth) ? null : this.#type(type, depth, name);
  }

  simple(type: SimpleRef, { name }: Place): unknown {
    return this.#simple(type, name.local);
  }

  complex(type: RecordType, place: Place): Members {
    const value: Members = {};
    for (const member of membersOf(type)) this.#member(member, { ...place, value });
    return value;
  }

  array(item: NodeRef, { depth }: Place): unknown {
    return this.#items(() => this.#type(item, depth + 1, itemName), 0, 3);
  }

  tree({ name }: Place): unknown {
    return { name: this.#onWire(name), attributes: [], children: ["Made"] };
  }

  /** `holder` is the name of the element or attribute that contains the value. */
  #simple(ref: SimpleRef, holder: string): unknown {
    for (const { text, prefixes } of textsOf(ref, this.random)) {
      const found = valueOfText(ref, text, "all", prefixes);
      if ("value" in found) return found.value;
    }
    const { name } = nodeOf(ref);
    return this.#refuse(`a value of ${holder}${name === undefined ? "" : `, of the type ${name.local},`}`);
  }

  #member(member: Member, place: PartPlace): void {
    if (isGroup(member)) this.#group(member, place);
    else visitPart(member, this, place);
  }

  element(element: ElementNode, { value, depth, isChosen }: PartPlace): void {
    const { key, array, min, type } = element;
    if (array) setOwn(value, key, this.#list(isChosen && min === 0 ? { ...element, min: 1 } : element, depth + 1));
    else if (isChosen || min > 0 || (this.#isRoomy(type, depth) && this.random.chance(0.8)))
      setOwn(value, key, this.#content(element, depth + 1));
  }

  attribute(attribute: AttributeNode, { value }: PartPlace): void {
    if (!attribute.required && this.random.chance(0.3)) return;
    const { key, fixed, type, name } = attribute;
    setOwn(value, key, fixed === undefined ? this.#simple(type, name.local) : this.#fixed(attribute));
  }

  text(type: SimpleRef, { value, name }: PartPlace, { key }: Part): void {
    setOwn(value, key, this.#simple(type, name.local));
  }

  wildcard({ namespaces }: { readonly namespaces: NamespaceConstraint }, { value }: PartPlace, part: Part): void {
    const { key, min, list } = part;
    if (min === 0) return;
    const element = this.#anyOf(namespaces);
    setOwn(value, key, list ? Array.from({ length: min }, () => element) : element);
  }

  repeated(type: RecordType, { value, depth, name }: PartPlace, { key, min, max }: Part): void {
    setOwn(
      value,
      key,
      this.#items(() => this.complex(type, { depth, name }), this.#count(min, max, depth)),
    );
  }

  anyAttributes(): void {
    // A service adds none.
  }

  mixed({ value, depth, name }: PartPlace, { key, inside }: Part): void {
    const children = inside.flatMap((member) => this.#children(member, { depth: depth + usualDepth, name }));
    setOwn(value, key, ["A text", ...children]);
  }

  #content(element: ElementNode, depth: number): unknown {
    return element.fixed === undefined ? this.#type(element.type, depth, element.name) : this.#fixed(element);
  }

  #fixed({ type, fixed, key }: ElementNode | AttributeNode): unknown {
    const simple = simpleTypeOf(type);
    const found = simple === undefined ? { expected: key } : valueOfText(simple, fixed ?? "", "closed");
    return "value" in found ? found.value : this.#refuse(`the fixed value of ${key}`);
  }

  #list(element: ElementNode, depth: number): unknown[] {
    const isRoomy = this.#isRoomy(element.type, depth - 1);
    const count = isRoomy ? this.#count(element.min, element.max, depth) : element.min;
    return this.#items(() => this.#content(element, depth), count);
  }

  #count(min: number, max: number, depth: number): number {
    if (depth > usualDepth || this.#elementCount > mostValues) return min;
    return Math.max(min, Math.min(max, this.random.integer(1, 3)));
  }

  #items<T>(make: () => T, least: number, most = least): T[] {
    const count = this.random.integer(least, most);
    if (count > longestList) this.#refuse(`a list of ${count}`);
    return Array.from({ length: count }, make);
  }

  #group({ choice, optional, members }: Group, place: PartPlace): void {
    const { depth } = place;
    if (members.length === 0 || (optional && (depth > usualDepth || this.random.chance(0.3)))) return;
    if (choice) this.#member(this.#chosen(members, depth), { ...place, isChosen: true });
    else for (const member of members) this.#member(member, { ...place, isChosen: false });
  }

  #chosen(branches: readonly Member[], depth: number): Member {
    const levels = branches.map((branch) => this.#finite.branchLevels(branch));
    return this.random.pick(fitting(branches, levels, depth));
  }

  alternatives(alternatives: readonly AlternativeNode[], { depth, name }: Place): unknown {
    const levels = alternatives.map(({ type }) => this.#finite.levels(type));
    if (levels.every((each) => each > deepest))
      return this.#refuse("a value of a type whose derived types are all abstract");
    const { label, element, type, wrapped } = this.random.pick(fitting(alternatives, levels, depth));
    const content = this.#type(type, depth + 1, element ?? name);
    return wrapped || content === null ? { $type: label, value: content } : { $type: label, ...(content as Members) };
  }

  /** Each element is an object with one property. */
  #children(member: Member, place: Place & { readonly isChosen?: boolean }): Members[] {
    const { depth } = place;
    if (!isGroup(member)) {
      const { key, min, max, list, inside } = member;
      const occurrence = { depth, name: place.name };
      if (inside.length > 0)
        return this.#items(
          () => inside.map((each) => this.#children(each, occurrence)),
          this.#count(min, max, depth),
        ).flat(2);
      const value: Members = {};
      this.#member(member, { ...place, value });
      const content = ownValue(value, key);
      const items = list && content !== undefined ? (content as unknown[]) : [content];
      return items.filter((item) => item !== undefined).map((item) => ({ [key]: item }));
    }
    const { choice, optional, members } = member;
    if (optional || members.length === 0) return [];
    if (choice) return this.#children(this.#chosen(members, depth), { ...place, isChosen: true });
    return members.flatMap((each) => this.#children(each, { ...place, isChosen: false }));
  }

  #anyOf(namespaces: NamespaceConstraint): unknown {
    const namespace = namespaces.allow === "list" ? (namespaces.of[0] ?? "") : "urn:made";
    return { name: this.#onWire({ namespace, local: "Made" }), attributes: [], children: [] };
  }

  #onWire({ namespace, local }: QName): QName {
    return { namespace: this.rename(namespace), local };
  }

  #isRoomy(type: NodeRef, depth: number): boolean {
    return depth < usualDepth && this.#elementCount < mostValues && this.#finite.type(type, deepest - depth);
  }

  #refuse(what: string): never {
    const message = `The sandbox cannot make ${what} for ${this.operation}. Put a result for it into the data.`;
    throw new SandboxFault(message, { code: "Server" });
  }
}

/** Returns the candidates whose `levels` fit the usual depth; if none does, those of the least depth. */
function fitting<T>(candidates: readonly T[], levels: readonly number[], depth: number): T[] {
  const room = Math.max(Math.min(...levels), usualDepth - depth);
  return candidates.filter((_, index) => levels[index]! <= room);
}
