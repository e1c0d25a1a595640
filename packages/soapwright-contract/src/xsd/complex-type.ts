/** XML Schema Part 1, section 3.4: complex type definitions; SOAP 1.1, 5.4.2, and WSDL 1.1, 2.2: encoded arrays. */

import type { Position } from "../diagnostics";
import {
  attribute,
  attributeNode,
  type QName,
  resolveQName,
  wsdlNamespace,
  type XmlElement,
  xsdNamespace,
} from "../xml/xml";
import { collectAttributes, isAttributePart, readAttributes } from "./attribute-uses";
import { anySimpleType, emptyComplexType, plainSequence, plainSimpleType } from "./built-in-types";
import type {
  ComplexType,
  Content,
  ElementDeclaration,
  ModelGroup,
  Particle,
  Shell,
  SoapArray,
  TypeDefinition,
  Wildcard,
} from "./components";
import type { SchemaContext } from "./context";
import { contentOf, particleOf, textTypeOf } from "./effective-type";
import { isFacet, readFacets } from "./facets";
import { buildModelGroup, compositorOf } from "./model-group";
import {
  booleanAttribute,
  contentsOf,
  documentationOf,
  enumeratedAttribute,
  enumeratedListAttribute,
  reportUnexpected,
  xsdName,
} from "./schema-source";
import { buildWildcard } from "./wildcard";

/** `name` is undefined for an anonymous type. */
export function complexTypeShell(source: XmlElement, name?: QName): Shell<ComplexType> {
  return {
    ...emptyComplexType(source.position),
    name,
    documentation: documentationOf(source),
  };
}

export function buildComplexType(
  source: XmlElement,
  context: SchemaContext,
  owner: ElementDeclaration | undefined,
): ComplexType {
  const shell = { ...complexTypeShell(source), owner };
  fillComplexType(shell, source, context);
  return shell;
}

export function fillComplexType(shell: Shell<ComplexType>, source: XmlElement, context: SchemaContext): void {
  context.countType(source.position);
  shell.abstract = booleanAttribute(source, "abstract", context);
  shell.block = enumeratedListAttribute(source, "block", context.scope.blockDefault, ["extension", "restriction"]);
  shell.final = enumeratedListAttribute(source, "final", context.scope.finalDefault, ["extension", "restriction"]);
  const children = contentsOf(source);
  const derived = children.find((child) => /^(?:simple|complex)Content$/.test(xsdName(child)));
  if (derived === undefined) {
    const body = readTypeBody(children, context);
    shell.content = contentWith(body.group, booleanAttribute(source, "mixed", context));
    attachAttributes(shell, body.attributes, context);
    return;
  }
  const others = children.filter((child) => child !== derived);
  const beside = others.filter((child) => readsBeside(child, derived, children, context));
  if (derived.name.local === "simpleContent") fillSimpleContent(shell, derived, beside, context);
  else {
    const mixedHere = attributeNode(derived, "mixed") === undefined ? source : derived;
    fillComplexContent(shell, { source: derived, beside }, booleanAttribute(mixedHere, "mixed", context), context);
  }
}

/**
 * Reports what stands beside the content of a type. Returns whether it is read as a part of the derivation: attributes
 * can belong nowhere else. Elements would have a place in the order of the content that is not known.
 */
function readsBeside(
  child: XmlElement,
  content: XmlElement,
  children: readonly XmlElement[],
  context: SchemaContext,
): boolean {
  const derivation = contentsOf(content).find((each) => /^(?:extension|restriction)$/.test(xsdName(each)));
  const isPart = isAttributePart(child) || xsdName(child) === "group" || compositorOf(child) !== undefined;
  if (!isPart || derivation === undefined) {
    reportUnexpected(child, context);
    return false;
  }
  const order = children.indexOf(child) < children.indexOf(content) ? "before" : "after";
  const stands = `${child.raw} stands ${order} ${content.raw}`;
  const hint = `move it into the ${derivation.raw} in line ${derivation.position.line}`;
  const isRead = isAttributePart(child);
  const message = isRead ? `${stands}; it is read as if it were in its ${derivation.raw}` : stands;
  context.diagnostics.report(isRead ? "warning" : "error", child, "beside-content", message, hint);
  return isRead;
}

interface TypeBody {
  readonly group: ModelGroup | undefined;
  readonly attributes: readonly XmlElement[];
}

/** Reads `(annotation?, openContent?, (group | all | choice | sequence)?, attributes)` (section 3.4.2). */
function readTypeBody(children: readonly XmlElement[], context: SchemaContext): TypeBody {
  let group: ModelGroup | undefined;
  let hasGroup = false;
  let open: Wildcard | undefined;
  const attributes: XmlElement[] = [];
  for (const child of children) {
    if (isAttributePart(child)) attributes.push(child);
    else if (xsdName(child) === "openContent" && open === undefined) open = readOpenContent(child, context);
    else if (hasGroup || (xsdName(child) !== "group" && compositorOf(child) === undefined)) {
      reportUnexpected(child, context);
    } else {
      hasGroup = true;
      group = buildModelGroup(child, context);
    }
  }
  return { group: open === undefined ? group : openGroup(group, open), attributes };
}

/** XML Schema 1.1, 3.4.2.3: elements beside those of the content, which a wildcard accepts. */
function readOpenContent(source: XmlElement, context: SchemaContext): Wildcard | undefined {
  const open = enumeratedAttribute(source, "mode", ["interleave", "suffix", "none"], context) ?? "interleave";
  if (open === "none") return undefined;
  const [any, ...others] = contentsOf(source);
  for (const other of others) reportUnexpected(other, context);
  if (any === undefined || xsdName(any) !== "any") {
    context.diagnostics.error(
      any ?? source,
      "wildcard-missing",
      `${source.raw} holds no wildcard`,
      "write xs:any into it",
    );
    return undefined;
  }
  return { ...buildWildcard(any, context), minOccurs: 0, maxOccurs: Infinity, open };
}

function openGroup(group: ModelGroup | undefined, open: Wildcard): ModelGroup {
  return plainSequence(group === undefined || group.maxOccurs === 0 ? [open] : [group, open], open.position);
}

function hasSuffix(particle: Particle | undefined): boolean {
  if (particle?.kind === "modelGroup") return particle.particles.some(hasSuffix);
  return particle?.kind === "wildcard" && particle.open === "suffix";
}

/** A group with `maxOccurs` 0, and an empty sequence, are empty content. */
function contentWith(group: ModelGroup | undefined, mixed: boolean): Content {
  const isGroup =
    group !== undefined &&
    group.maxOccurs > 0 &&
    (group.compositor === "choice" || group.name !== undefined || group.particles.length > 0);
  if (!isGroup) return mixed ? { kind: "mixed" } : { kind: "empty" };
  return mixed ? { kind: "mixed", particle: group } : { kind: "elementOnly", particle: group };
}

/** Groups are expanded after all groups are read. */
function attachAttributes(shell: Shell<ComplexType>, children: readonly XmlElement[], context: SchemaContext): void {
  if (children.length === 0) return;
  const pending = readAttributes(children, context);
  context.afterwards(() => {
    const { uses, wildcard } = collectAttributes(pending, context);
    shell.attributeUses = uses;
    shell.attributeWildcard = wildcard;
  });
}

interface Derivation {
  readonly source: XmlElement;
  readonly base: TypeDefinition;
}

/** Reads method and base of `xs:restriction` or `xs:extension` into the shell. Returns undefined for an unknown or missing base, which is reported. */
function readDerivation(
  shell: Shell<ComplexType>,
  content: XmlElement,
  context: SchemaContext,
): Derivation | undefined {
  let source: XmlElement | undefined;
  for (const child of contentsOf(content)) {
    const local = xsdName(child);
    if (source === undefined && (local === "extension" || local === "restriction")) source = child;
    else reportUnexpected(child, context);
  }
  if (source === undefined || attributeNode(source, "base") === undefined) {
    const problem = source === undefined ? `${content.raw} holds no derivation` : `${source.raw} has no base`;
    context.diagnostics.error(
      source ?? content,
      source === undefined ? "derivation-missing" : "derivation-base-missing",
      problem,
    );
    return undefined;
  }
  shell.derivation = source.name.local === "extension" ? "extension" : "restriction";
  const base = context.type(source, "base");
  if (base === undefined) return undefined;
  shell.base = base;
  if (base.kind === "complexType") (base as Shell<ComplexType>).derived.push(shell);
  if (base.final.some((method) => method === shell.derivation)) {
    context.diagnostics.error(source, "base-final", `the base is final: it has no ${shell.derivation}`, {
      name: base.name,
    });
  }
  return { source, base };
}

function fillComplexContent(
  shell: Shell<ComplexType>,
  { source, beside }: { readonly source: XmlElement; readonly beside: readonly XmlElement[] },
  mixed: boolean,
  context: SchemaContext,
): void {
  const derivation = readDerivation(shell, source, context);
  if (derivation === undefined) return;
  if (derivation.base.kind === "simpleType") {
    context.diagnostics.error(
      derivation.source,
      "complex-content-of-simple",
      "xs:complexContent derives from a simple type",
      {
        name: derivation.base.name,
        hint: "use xs:simpleContent",
      },
    );
    return;
  }
  const body = readTypeBody([...contentsOf(derivation.source), ...beside], context);
  shell.content = contentWith(body.group, mixed);
  attachAttributes(shell, body.attributes, context);
  if (shell.derivation === "extension") expectComplexBase(shell, derivation.base, context);
  attachSoapArray(shell, derivation.base, body, context);
}

/**
 * Section 3.4.6: element content cannot extend simple content. The type keeps the base's content and its own
 * attributes.
 */
function expectComplexBase(shell: Shell<ComplexType>, base: ComplexType, context: SchemaContext): void {
  context.afterBase(shell, () => {
    if (particleOf(shell.content) !== undefined && hasSuffix(particleOf(contentOf(base))))
      context.diagnostics.error(
        shell,
        "open-content-extended",
        "an extension adds elements to content that ends with xs:openContent",
        {
          name: shell.name,
          hint: 'mode="interleave" allows it',
        },
      );
    if (base.content.kind !== "simple") return;
    if (shell.content.kind !== "empty") {
      context.diagnostics.warning(
        shell,
        "simple-content-extended",
        "xs:complexContent extends a type with simple content; its elements are ignored",
        { name: shell.name, hint: "use xs:simpleContent" },
      );
    }
    shell.content = base.content;
  });
}

function fillSimpleContent(
  shell: Shell<ComplexType>,
  source: XmlElement,
  beside: readonly XmlElement[],
  context: SchemaContext,
): void {
  shell.content = { kind: "simple", type: anySimpleType };
  const derivation = readDerivation(shell, source, context);
  if (derivation === undefined) return;
  const { base } = derivation;
  const children = contentsOf(derivation.source);
  if (shell.derivation === "restriction" && base.kind === "simpleType") {
    context.diagnostics.error(
      derivation.source,
      "simple-content-restricts-simple",
      "xs:simpleContent restricts a simple type",
      {
        name: base.name,
        hint: "use xs:simpleType, or an extension to add attributes",
      },
    );
  }
  const inline = children.find((child) => xsdName(child) === "simpleType" && attribute(child, "name") === undefined);
  const isRestriction = shell.derivation === "restriction";
  const rest = children.filter((child) => !(isRestriction && (isFacet(child) || child === inline)));
  const body = readTypeBody([...rest, ...beside], context);
  if (body.group !== undefined)
    context.diagnostics.error(body.group, "simple-content-elements", "elements in xs:simpleContent");
  attachAttributes(shell, body.attributes, context);
  const inlineType = inline && isRestriction ? context.simpleType(inline) : undefined;
  const facets = isRestriction ? readFacets(children, context) : [];
  context.afterBase(shell, () => {
    const inherited = inlineType ?? textTypeOf(base);
    if (inherited === undefined) {
      context.diagnostics.error(
        derivation.source,
        "simple-content-of-complex",
        "xs:simpleContent derives from a type without simple content",
        {
          name: base.name,
          hint: "use xs:complexContent",
        },
      );
      return;
    }
    const restricted = plainSimpleType({ of: "restriction", base: inherited }, derivation.source.position);
    shell.content = { kind: "simple", type: facets.length === 0 ? inherited : { ...restricted, facets } };
  });
}

/** Marks a type derived from `soapenc:Array`, directly or indirectly, with its items. */
function attachSoapArray(shell: Shell<ComplexType>, base: ComplexType, body: TypeBody, context: SchemaContext): void {
  context.afterBase(shell, () => {
    if (base.soapArray === undefined) return;
    shell.soapArray = byArrayType(body.attributes, context) ?? byElement(body) ?? base.soapArray;
  });
}

/** `<attribute ref="soapenc:arrayType" wsdl:arrayType="xsd:string[]"/>`. */
function byArrayType(attributes: readonly XmlElement[], context: SchemaContext): SoapArray | undefined {
  for (const source of attributes) {
    const written = attributeNode(source, "arrayType", wsdlNamespace);
    if (written === undefined) continue;
    const match = /^\s*([^[\]]+?)((?:\[[\d,]*\])*)\s*$/.exec(written.value);
    const name = resolveQName(source, match?.[1] ?? written.value);
    if (match === null || name === undefined || "unboundPrefix" in name) {
      context.diagnostics.error(
        written,
        "array-type-unreadable",
        `wsdl:arrayType="${written.value}" cannot be read`,
        "write the item type and brackets, such as xsd:string[]",
      );
      return undefined;
    }
    const dimensions = match[2] === undefined || match[2] === "" ? "[]" : match[2];
    if (dimensions !== match[2]) {
      context.diagnostics.warning(
        written,
        "array-type-without-brackets",
        `wsdl:arrayType="${written.value}" has no brackets; it is read as a list`,
        `write ${written.value.trim()}[]`,
      );
    }
    if (dimensions.includes(",")) {
      context.diagnostics.warning(
        written,
        "array-type-dimensions",
        `wsdl:arrayType="${written.value}" has several dimensions, and is typed as one list`,
        "calls that send or return such an array fail: a client reads and writes arrays of one dimension, and arrays of arrays such as xsd:string[][]",
      );
    }
    const item = context.find("type", name, source, "arrayType");
    return item && arrayOf(item, name, dimensions, source.position);
  }
  return undefined;
}

/** The last brackets are those of the array itself: the items of `xsd:string[][2]` are of type `xsd:string[]`. */
function arrayOf(type: TypeDefinition, name: QName, dimensions: string, position: Position): SoapArray {
  const own = dimensions.lastIndexOf("[");
  const inner = dimensions.slice(0, own);
  const itemType: TypeDefinition =
    inner === "" ? type : { ...emptyComplexType(position), soapArray: arrayOf(type, name, inner, position) };
  return { itemType, itemTypeName: name, dimensions };
}

/** Reads an array type that declares its item as the only, repeated element of a sequence. */
function byElement(body: TypeBody): SoapArray | undefined {
  const particle = body.group?.particles[0];
  if (body.group?.particles.length !== 1 || particle?.kind !== "elementUse") return undefined;
  const { type, name } = particle.element;
  const itemType = type.name ?? { namespace: xsdNamespace, local: "anyType" };
  return { itemType: type, itemTypeName: itemType, dimensions: "[]", itemName: name.local };
}
