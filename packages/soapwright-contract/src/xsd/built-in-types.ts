/** XML Schema Part 2, section 3: the built-in types, available without a document. */
import { builtIns } from "soapwright-runtime/xsd";
import type { Position } from "../diagnostics";
import { type QName, xsdNamespace } from "../xml/xml";
import type {
  ComplexType,
  ElementDeclaration,
  ModelGroup,
  Particle,
  Shell,
  SimpleType,
  TypeDefinition,
} from "./components";

export const nowhere: Position = { file: "built in", line: 1, column: 1 };

const simpleTypes: ReadonlyMap<string, SimpleType> = new Map(
  [...builtIns.keys()].map((local) => {
    const name = { namespace: xsdNamespace, local };
    return [local, { ...plainSimpleType({ of: "builtIn" }, nowhere), name, builtIn: true }];
  }),
);

/** XML Schema Part 1, 3.4.7: the ur-type is its own base. */
export const anyType: ComplexType = makeAnyType();

function makeAnyType(): ComplexType {
  const wildcard = { namespaces: { allow: "any" }, processContents: "lax", position: nowhere } as const;
  const type = {
    ...withoutBase(nowhere),
    name: { namespace: xsdNamespace, local: "anyType" },
    builtIn: true,
    content: { kind: "mixed", particle: { kind: "wildcard", ...wildcard, minOccurs: 0, maxOccurs: Infinity } },
    attributeWildcard: wildcard,
  } as Shell<ComplexType>;
  type.base = type;
  return type;
}

function withoutBase(position: Position): Omit<Shell<ComplexType>, "base"> {
  return {
    kind: "complexType",
    builtIn: false,
    abstract: false,
    derivation: "restriction",
    derived: [],
    content: { kind: "empty" },
    attributeUses: [],
    block: [],
    final: [],
    position,
  };
}

export function emptyComplexType(position: Position): Shell<ComplexType> {
  return { ...withoutBase(position), base: anyType };
}

export function plainSequence(particles: readonly Particle[], position: Position): ModelGroup {
  return { kind: "modelGroup", compositor: "sequence", particles, minOccurs: 1, maxOccurs: 1, position };
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
    identityConstraints: [],
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

/** All built-in types by local name. */
export const builtInTypes: ReadonlyMap<string, TypeDefinition> = new Map<string, TypeDefinition>([
  ["anyType", anyType],
  ...simpleTypes,
]);
