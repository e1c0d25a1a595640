/** XML Schema Part 2, section 3: the built-in types, available without a document. */
import { builtIns } from "soapwright-runtime/xsd";
import type { Position } from "../diagnostics";
import { type QName, xsdNamespace } from "../xml/xml";
import type { ComplexType, ElementDeclaration, Shell, SimpleType, TypeDefinition } from "./components";

export const nowhere: Position = { file: "built in", line: 1, column: 1 };

const names = [...builtIns.keys()];

const simpleTypes = new Map<string, SimpleType>(names.map((local) => [local, builtIn(local)]));

function builtIn(local: string): SimpleType {
  const name = { namespace: xsdNamespace, local };
  return { ...plainSimpleType({ of: "builtIn" }, nowhere), name, builtIn: true };
}

/** XML Schema Part 1, 3.4.7: the ur-type is its own base. */
export const anyType: ComplexType = makeAnyType();

function makeAnyType(): ComplexType {
  const type: Omit<Shell<ComplexType>, "base"> = {
    kind: "complexType",
    name: { namespace: xsdNamespace, local: "anyType" },
    builtIn: true,
    abstract: false,
    derivation: "restriction",
    derived: [],
    content: {
      kind: "mixed",
      particle: {
        kind: "wildcard",
        namespaces: { allow: "any" },
        processContents: "lax",
        minOccurs: 0,
        maxOccurs: Infinity,
        position: nowhere,
      },
    },
    attributeUses: [],
    attributeWildcard: { namespaces: { allow: "any" }, processContents: "lax", position: nowhere },
    block: [],
    final: [],
    position: nowhere,
  };
  const urType: ComplexType = {
    ...type,
    get base() {
      return urType;
    },
  };
  return urType;
}

export function emptyComplexType(position: Position): Shell<ComplexType> {
  return {
    kind: "complexType",
    builtIn: false,
    abstract: false,
    base: anyType,
    derivation: "restriction",
    derived: [],
    content: { kind: "empty" },
    attributeUses: [],
    block: [],
    final: [],
    position,
  };
}

export function plainSimpleType(variety: SimpleType["variety"], position: Position): Shell<SimpleType> {
  return { kind: "simpleType", builtIn: false, variety, facets: [], final: [], position };
}

export function plainElement(name: QName, global: boolean, position: Position): Shell<ElementDeclaration> {
  return {
    kind: "element",
    name,
    global,
    type: anyType,
    nillable: false,
    abstract: false,
    members: [],
    block: [],
    final: [],
    position,
  };
}

export const anySimpleType: SimpleType = builtInSimpleType("anySimpleType");

/** Returns a built-in type by its local name. Throws for any other name. */
export function builtInSimpleType(local: string): SimpleType {
  const type = simpleTypes.get(local);
  if (type === undefined) throw new Error(`no built-in type ${local}`);
  return type;
}

export function builtInType(local: string): TypeDefinition | undefined {
  return local === "anyType" ? anyType : simpleTypes.get(local);
}

export const builtInTypeNames: readonly string[] = ["anyType", ...names];
