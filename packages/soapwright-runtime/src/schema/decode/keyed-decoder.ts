/** The decoder of elements with identity constraints below them (XML Schema Part 1, 3.11), under `strict`. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import { normalize } from "../../xsd/built-ins";
import type { ComplexPlan, ElementPlan, LeafPlan, PathPlan } from "../plans/plans";
import { XSI } from "../schema-namespaces";
import { Mismatch } from "../simple/mismatch";
import type { SimpleTypeCodec } from "../simple/simple-type";
import { valueKey } from "../simple/value-key";
import { instanceAttributes } from "./attributes";
import { Decoder } from "./decoder";
import type { Frame } from "./frame";
import { accepts, IdentityScope, leads, Selection } from "./identity-scope";
import { chosenType } from "./instance-type";
import { NilFrame, TextFrame, TreeFrame } from "./plain-frames";

/** An open element that is a part of a key. */
interface OpenField {
  readonly selection: Selection;
  readonly field: number;
  readonly depth: number;
}

export class KeyedDecoder extends Decoder {
  /** From the root of the message to the innermost open element. */
  private readonly names: XmlName[] = [];
  private readonly scopes: IdentityScope[] = [];
  private readonly fields: OpenField[] = [];
  private fieldText = "";

  override startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const around = this.frame;
    super.startElement(name, attributes);
    const isOpened = this.openedLeaf !== undefined || this.frame !== around;
    const slot = isOpened ? (this.openedLeaf ?? this.frame.slot) : undefined;
    this.names.push(name);
    if (!this.isComparing) return;
    const depth = this.names.length;
    const field = this.fields.at(-1);
    if (field !== undefined && field.depth < depth) this.refuseContent(field);
    if (slot?.kind === "element" && slot.identity !== undefined)
      this.scopes.push(
        new IdentityScope(slot.identity, depth, this.memory, (path, message) => this.departAt(path, message)),
      );
    if (this.scopes.length > 0) this.select(slot, name, attributes);
  }

  override text(text: string): void {
    super.text(text);
    if (this.fields.length > 0 && this.isComparing) this.fieldText += text;
  }

  override endElement(): void {
    if (this.isComparing) this.endKeys(this.names.length);
    super.endElement();
    this.names.pop();
  }

  /** After a departure the values are not compared, because no other level does. */
  private get isComparing(): boolean {
    return this.validation === "strict";
  }

  /** The decoder of the root reports departures at its end, so that this comes before. */
  private endKeys(depth: number): void {
    if (this.fields.length > 0) this.endFields(depth);
    for (const scope of this.scopes)
      for (const { selections } of scope.states) {
        const selection = selections.at(-1);
        if (selection?.depth === depth) scope.finish(selection);
      }
    while (this.scopes.at(-1)?.depth === depth) this.scopes.pop()!.end(this.scopes);
  }

  /** A leaf is separate events where it may be a part of a key. */
  override leaf(name: XmlName, text: string): boolean {
    return this.scopes.length === 0 && super.leaf(name, text);
  }

  /** Elements without frames of their own are those below an element of any type. */
  private pathHere(): string {
    let frames = 0;
    for (let at: Frame | undefined = this.frame; at?.parent !== undefined; at = at.parent) frames++;
    const inner = this.openedLeaf === undefined ? this.names.slice(frames).map(({ local }) => `/${local}`) : [];
    return `${this.pathAt({ leaf: this.openedLeaf, name: this.openedLeaf?.name.local ?? "" })}${inner.join("")}`;
  }

  private select(slot: LeafPlan | undefined, name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    const depth = this.names.length;
    let path: string | undefined;
    const here = (): string => {
      path ??= this.pathHere();
      return path;
    };
    for (const scope of this.scopes) {
      for (const state of scope.states) {
        if (state.plan.selector.some((each) => leads(each, this.names, scope.depth)))
          state.selections.push(new Selection(state, depth, here()));
        for (const selection of state.selections)
          state.plan.fields.forEach((paths, field) => {
            const reached = paths.filter((each) => leads(each, this.names, selection.depth));
            if (reached.some((each) => each.attribute === undefined)) this.openField(selection, field, here());
            for (const each of reached) this.readAttribute(selection, field, each, { slot, name, attributes }, here);
          });
      }
    }
  }

  private openField(selection: Selection, field: number, path: string): void {
    if (selection.paths[field] !== undefined) this.refuseSecond(selection, path);
    selection.paths[field] = path;
    this.fields.push({ selection, field, depth: this.names.length });
    this.fieldText = "";
  }

  private readAttribute(
    selection: Selection,
    field: number,
    { attribute: test }: PathPlan,
    element: {
      readonly slot: LeafPlan | undefined;
      readonly name: XmlName;
      readonly attributes: readonly XmlAttributeEvent[];
    },
    here: () => string,
  ): void {
    if (test === undefined) return;
    const plan = this.complexPlanOf(element.slot, element.name, element.attributes);
    const found = element.attributes.filter(({ name }) => name.namespace !== XSI && accepts(test, name));
    const absent = plan?.attributes.filter(
      ({ name, default: text, fixed }) =>
        (text ?? fixed) !== undefined &&
        accepts(test, { ...name, raw: name.local }) &&
        !found.some((each) => plan.attributesByName.get(each.name)?.name === name),
    );
    const all = [
      ...found.map(({ name, value }) => ({
        local: name.local,
        value,
        type: plan?.attributesByName.get(name)?.simple.type,
      })),
      ...(absent ?? []).map(({ name, simple, default: text, fixed }) => ({
        local: name.local,
        value: text ?? fixed ?? "",
        type: simple.type,
      })),
    ];
    for (const { local, value, type } of all) {
      const path = `${here()}/@${local}`;
      if (selection.paths[field] === path) continue;
      if (selection.paths[field] !== undefined) this.refuseSecond(selection, path);
      selection.paths[field] = path;
      selection.values[field] = this.keyOf(type, value);
    }
  }

  private complexPlanOf(
    slot: LeafPlan | undefined,
    name: XmlName,
    attributes: readonly XmlAttributeEvent[],
  ): ComplexPlan | undefined {
    if (slot?.kind !== "element") return undefined;
    const opening = { decoder: this, parent: this.frame, slot, name, attributes };
    const type = chosenType(opening, this.plans.type(slot.position), instanceAttributes(attributes).type);
    return type.kind === "complex" ? type : undefined;
  }

  private endFields(depth: number): void {
    for (let open = this.fields.at(-1); open?.depth === depth; open = this.fields.at(-1)) {
      this.fields.pop();
      open.selection.values[open.field] = this.elementKey(open);
    }
  }

  /** Returns undefined for a nil element. */
  private elementKey(open: OpenField): string | undefined {
    const { openedLeaf: leaf, frame } = this;
    if (leaf !== undefined) return this.keyOf(leaf.simple, this.textOr(leaf));
    if (frame instanceof NilFrame) return undefined;
    if (frame instanceof TextFrame) return this.keyOf(frame.type, this.textOr(frame.slot));
    if (frame instanceof TreeFrame) return this.keyOf(undefined, this.fieldText);
    this.refuseContent(open);
    return undefined;
  }

  private textOr(slot: LeafPlan | undefined): string {
    const absent = slot?.kind === "element" && this.fieldText === "" ? defaultOf(slot) : undefined;
    return absent ?? this.fieldText;
  }

  private keyOf(type: SimpleTypeCodec | undefined, text: string): string {
    if (type === undefined) return valueKey(undefined, text, text);
    const written = normalize(text, type.whiteSpace);
    try {
      return valueKey(type, type.parse(written, this.scope), written);
    } catch (error) {
      // The decoder of the value reports it.
      if (error instanceof Mismatch) return valueKey(undefined, text, text);
      throw error;
    }
  }

  private refuseSecond({ constraint, path }: Selection, second: string): void {
    this.departAt(second, `a second value of one field of ${constraint.plan.label} for ${path}`);
  }

  private refuseContent({ selection: { constraint }, selection, field }: OpenField): void {
    this.departAt(selection.paths[field]!, `a field of ${constraint.plan.label} has elements in it, and must be text`);
  }
}

function defaultOf({ default: text, fixed }: ElementPlan): string | undefined {
  return text ?? fixed;
}
