/**
 * Reads an element as the deserializer of ASP.NET does. It accepts parameters in any order, skips unknown ones
 * and loose text, takes the first of two, reads a missing number as 0, obeys `xsi:nil` only where the type is nillable,
 * and takes a value from an element inside it. Types other than plain sequences are read unchanged.
 */

import {
  builtInOf,
  complexTypeOf,
  declarationsOf,
  type ElementNode,
  isNillable,
  plainElements,
  type Rename,
  type SimpleNode,
  simpleTypeOf,
  stepsOf,
} from "soapwright-runtime/codecs";
import type { QName } from "soapwright-runtime/tables";
import { Cursor, UnreadableValue } from "./cursor";
import { attributeOf, madeElement, namespaceIn, type TreeElement, type TreeNode } from "./element-tree";
import { SandboxFault } from "./fault";
import { missingValue } from "./missing-value";
import { type Mistakes, templateOf } from "./mistakes";

const instance = "http://www.w3.org/2001/XMLSchema-instance";

/** Number of children that are read in one turn of the event loop. */
const MOST_NODES = 8_192;

/** Returns ASP.NET's fault about an element that it cannot read. */
export function unreadable({ line, column }: TreeElement, detail: string): SandboxFault {
  const place = `There is an error in XML document (${line}, ${column}).`;
  return new SandboxFault(`Server was unable to read request. ---> ${place} ---> ${detail}`);
}

/**
 * Reader of one Body or one header block, in slices. Its cursor moves forward only, so a reader is used once. Throws a
 * `SandboxFault` for an unlisted enumeration value, and for an `xsi:type` that is not allowed.
 */
export class AsmxRequestReader {
  /** An element that `xsi:nil` leaves empty has no declaration. */
  readonly declarations = new Map<TreeElement, ElementNode>();
  readonly #cursor: Cursor;
  #nodes = 0;

  constructor(
    nodes: readonly TreeNode[],
    private readonly rename: Rename,
    private readonly mistakes: Mistakes,
  ) {
    this.#cursor = new Cursor(nodes);
  }

  /** An element in a value ends the block: the rest is not read. Throws `UnreadableValue` if there is no element. */
  *header(declared: ElementNode): Generator<void, TreeElement> {
    const token = this.#cursor.toContent();
    if (token.kind !== "start") throw new UnreadableValue();
    return yield* this.#read(declared, token.element, declared.name.local);
  }

  /** Of several elements the last one counts, value by value; without any, all values are missing. */
  *operation(declared: ElementNode): Generator<void, TreeElement> {
    const members = plainElements(declared.type);
    const path = declared.name.local;
    let found: TreeElement | undefined;
    const read = new Map<ElementNode, TreeElement[]>();
    for (let token = this.#cursor.toContent(); token.kind !== "end" && token.kind !== "over"; ) {
      if (token.kind === "start" && isNamed(this.rename, declared, token.element)) {
        if (found) this.#mistake(path, "The element is in the Body twice: the last one counts.", declared);
        if (members) {
          if (isNil(token.element)) this.#noticeNil(declared, path);
          this.#noticeAttributes(token.element, [], path);
          yield* this.#members(members, token.element, path, read);
          found = token.element;
        } else found = yield* this.#read(declared, token.element, path);
      } else {
        if (!this.mistakes.isFull) {
          const name = token.kind === "start" ? `The element ${shown(token.element)}` : "Text";
          this.#mistake("Body", `${name} is not the operation: it is skipped.`, declared);
        }
        this.#cursor.skip();
      }
      if (this.#sliceIsOver()) yield;
      token = this.#cursor.toContent();
    }
    if (!found) this.#mistake("Body", `The element ${path} is missing: its values are read as 0 or nothing.`, declared);
    if (!members) return found ?? this.#makeElement(declared, undefined, []);
    return this.#makeElement(declared, found, this.#collectMembers(members, read, found, path));
  }

  *#read(declared: ElementNode, element: TreeElement, path: string): Generator<void, TreeElement> {
    const simple = simpleTypeOf(declared.type);
    const members = simple ? [] : plainElements(declared.type);
    if (!members) {
      this.#cursor.skip();
      this.declarations.set(element, declared);
      return element;
    }
    if (isNil(element)) {
      if (isNillable(declared.type)) {
        this.#cursor.skip();
        return { ...element, children: [] };
      }
      this.#noticeNil(declared, path);
    }
    if (simple) return this.#value(declared, simple, element, path);
    this.#checkType(complexTypeOf(declared.type)?.name, element, path);
    const { attributes, anyAttribute } = declarationsOf(declared.type);
    const attributeNames = attributes.map(({ name }) => name.local);
    if (!anyAttribute) this.#noticeAttributes(element, attributeNames, path);
    const read = new Map<ElementNode, TreeElement[]>();
    yield* this.#members(members, element, path, read);
    return this.#makeElement(declared, element, this.#collectMembers(members, read, element, path));
  }

  #value(declared: ElementNode, type: SimpleNode, element: TreeElement, path: string): TreeElement {
    this.#noticeValueType(type, element, path);
    this.#noticeAttributes(element, [], path);
    const { text, hasElement } = this.#cursor.value();
    if (hasElement) {
      const message = "There is an element in a value: its text is taken, and what follows is not read.";
      this.#mistake(path, message, declared);
    }
    if (!this.#isListed(type, text, element)) {
      const name = type.name?.local ?? declared.name.local;
      throw unreadable(element, `Instance validation error: '${text}' is not a valid value for ${name}.`);
    }
    const read = { ...element, attributes: [], children: text === "" ? [] : [text] };
    this.declarations.set(read, declared);
    return read;
  }

  /** QNames are compared by namespace, whatever their prefixes are. */
  #isListed(type: SimpleNode, text: string, element: TreeElement): boolean {
    const facets = stepsOf(type).find((step) => step.facets?.enumeration !== undefined)?.facets;
    if (facets?.enumeration === undefined || facets.enumeration.includes(text)) return true;
    if (!["QName", "NOTATION"].includes(builtInOf(type) ?? "")) return false;
    const expandedName = expanded(text.trim(), (prefix) => namespaceIn(element, prefix));
    const listed = (value: string): string => expanded(value, (prefix) => this.rename(facets.prefixes?.[prefix] ?? ""));
    return facets.enumeration.some((value) => listed(value) === expandedName);
  }

  /** Moves the cursor from the start of an element past its end. */
  *#members(
    declared: readonly ElementNode[],
    parent: TreeElement,
    path: string,
    read: Map<ElementNode, TreeElement[]>,
  ): Generator<void, void> {
    const here = new Set<ElementNode>();
    let reached = 0;
    this.#cursor.next();
    for (let token = this.#cursor.toContent(); token.kind !== "end" && token.kind !== "over"; ) {
      const element = token.kind === "start" ? token.element : undefined;
      const index = element ? declared.findIndex((node) => isNamed(this.rename, node, element)) : -1;
      const node = declared[index];
      if (element && node && (node.array || !here.has(node))) {
        if (index < reached)
          this.mistakes.add(`${path}/${node.name.local}`, "The element is out of order.", () =>
            this.#order(declared, parent),
          );
        reached = Math.max(reached, index);
        const value = yield* this.#read(node, element, `${path}/${node.name.local}`);
        if (here.has(node)) read.get(node)!.push(value);
        else read.set(node, [value]);
        here.add(node);
      } else {
        this.#noticeUnknown(element, node, declared, parent, path);
        this.#cursor.skip();
      }
      if (this.#sliceIsOver()) yield;
      token = this.#cursor.toContent();
    }
    this.#cursor.end();
  }

  #sliceIsOver(): boolean {
    return ++this.#nodes % MOST_NODES === 0;
  }

  #collectMembers(
    declared: readonly ElementNode[],
    read: ReadonlyMap<ElementNode, TreeElement[]>,
    parent: TreeElement | undefined,
    path: string,
  ): TreeElement[] {
    return declared.flatMap((node) => {
      const found = read.get(node);
      if (found) return found;
      const value = node.min > 0 ? missingValue(node.type) : undefined;
      if (value === undefined) return [];
      if (parent) this.#mistake(`${path}/${node.name.local}`, `The element is missing: it is read as ${value}.`, node);
      return [this.#makeElement(node, parent, [value])];
    });
  }

  #makeElement(declared: ElementNode, from: TreeElement | undefined, children: readonly TreeNode[]): TreeElement {
    const { local, namespace } = declared.name;
    const attributes = from?.attributes.filter(({ name }) => name.namespace !== instance) ?? [];
    const name = { local, namespace: this.rename(namespace) };
    const element = madeElement(name, children, from && { ...from, attributes });
    this.declarations.set(element, declared);
    return element;
  }

  #checkType(type: QName | undefined, element: TreeElement, path: string): void {
    const text = attributeOf(element, instance, "type");
    if (text === undefined || type === undefined) return;
    const [local = "", prefix = ""] = text.trim().split(":").reverse();
    const namespace = namespaceIn(element, prefix) ?? "";
    if (prefix !== "" && namespace === "") {
      throw unreadable(element, `Namespace prefix '${prefix}' is not defined.`);
    }
    if (local === type.local && namespace === this.rename(type.namespace)) return;
    const at = `at <${element.name.local} xmlns='${element.name.namespace}'>.`;
    this.mistakes.add(path, "xsi:type names another type than the declared one.");
    throw unreadable(
      element,
      `The specified type was not recognized: name='${local}', namespace='${namespace}', ${at}`,
    );
  }

  #mistake(path: string, message: string, expected: ElementNode): void {
    this.mistakes.add(path, message, () => templateOf(expected, this.rename));
  }

  #noticeNil(declared: ElementNode, path: string): void {
    this.#mistake(path, "xsi:nil is on an element that is not nillable: it is ignored.", declared);
  }

  #noticeValueType(type: SimpleNode, element: TreeElement, path: string): void {
    const text = attributeOf(element, instance, "type");
    if (text === undefined) return;
    const [local = ""] = text.trim().split(":").reverse();
    const names = [...stepsOf(type).map(({ name }) => name?.local), builtInOf(type)].filter(Boolean);
    if (names.includes(local)) return;
    this.mistakes.add(path, `xsi:type says ${text}, the declared type is ${names[0] ?? "another"}: it is ignored.`);
  }

  #noticeAttributes(element: TreeElement, declared: readonly string[], path: string): void {
    for (const { name } of element.attributes) {
      if (name.namespace === instance || name.namespace.includes("soap-envelope")) continue;
      if (name.namespace.includes("soap/envelope") || declared.includes(name.local)) continue;
      this.mistakes.add(path, `The attribute ${name.raw} is unknown: it is ignored.`);
    }
  }

  #noticeUnknown(
    element: TreeElement | undefined,
    declaration: ElementNode | undefined,
    declared: readonly ElementNode[],
    parent: TreeElement,
    path: string,
  ): void {
    if (this.mistakes.isFull) return;
    const expected = () => this.#order(declared, parent);
    if (!element) this.mistakes.add(path, "There is text between the elements: it is skipped.", expected);
    else {
      const { local, namespace } = element.name;
      const place = `${path}/${local}`;
      const meant = declared.find(({ name }) => name.local.toLowerCase() === local.toLowerCase());
      if (declaration) this.#mistake(place, "The element occurs twice: the first one counts.", declaration);
      else if (!meant) this.mistakes.add(place, "The element is unknown: it is skipped.", expected);
      else if (meant.name.local === local)
        this.#mistake(place, `The element is in the namespace "${namespace}": it is skipped.`, meant);
      else this.#mistake(place, "The element is unknown, names are case-sensitive: it is skipped.", meant);
    }
  }

  #order(declared: readonly ElementNode[], parent: TreeElement): string {
    const { local } = parent.name;
    return `<${local}>${declared.map((node) => templateOf(node, this.rename)).join("")}</${local}>`;
  }
}

function isNil(element: TreeElement): boolean {
  return ["1", "true"].includes(attributeOf(element, instance, "nil")?.trim() ?? "");
}

function shown({ name }: TreeElement): string {
  return name.namespace === "" ? name.local : `{${name.namespace}}${name.local}`;
}

export function isNamed(rename: Rename, declared: ElementNode, { name }: TreeElement): boolean {
  return name.local === declared.name.local && name.namespace === rename(declared.name.namespace);
}

function expanded(name: string, namespaceOf: (prefix: string) => string | undefined): string {
  const colon = name.indexOf(":");
  return `{${namespaceOf(name.slice(0, Math.max(colon, 0))) ?? ""}}${name.slice(colon + 1)}`;
}
