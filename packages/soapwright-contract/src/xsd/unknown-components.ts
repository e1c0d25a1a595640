/** Placeholders for undeclared components, for callers that continue after errors. */
import { expandedName, type QName } from "../xml/qname";
import { anySimpleType, nowhere } from "./built-in-types";
import type { AttributeDeclaration, ElementDeclaration, SimpleType } from "./components";
import type { ComponentKind } from "./registry";

/** Returns the reason as text: `the type Order is not declared`. */
export type WhyUnknown = (kind: "element" | "type" | "attribute", name: QName) => string;

/** Creates one placeholder for each name. */
export class UnknownComponents {
  readonly #made = new Map<string, SimpleType | ElementDeclaration | AttributeDeclaration>();

  constructor(private readonly why: WhyUnknown) {}

  /** Returns undefined for groups, which have no placeholder. */
  of(kind: ComponentKind, name: QName): SimpleType | ElementDeclaration | AttributeDeclaration | undefined {
    if (kind === "group" || kind === "attributeGroup") return undefined;
    const key = `${kind} ${expandedName(name)}`;
    const made = this.#made.get(key) ?? this.#make(kind, name);
    this.#made.set(key, made);
    return made;
  }

  #make(kind: "element" | "type" | "attribute", name: QName): SimpleType | ElementDeclaration | AttributeDeclaration {
    const type: SimpleType = {
      kind: "simpleType",
      ...(kind === "type" ? { name } : {}),
      builtIn: false,
      variety: { of: "restriction", base: anySimpleType },
      facets: [],
      final: [],
      position: nowhere,
      unknown: this.why(kind, name),
    };
    if (kind === "type") return type;
    const declaration = { name, global: true, type, position: nowhere };
    if (kind === "attribute") return { kind, ...declaration };
    return { kind, ...declaration, nillable: false, abstract: false, members: [], block: [], final: [] };
  }
}
