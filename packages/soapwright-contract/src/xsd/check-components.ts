import { builtIns } from "soapwright-runtime/xsd";
import type { Diagnostics } from "../diagnostics";
import { expandedName } from "../xml/xml";
import { anyType } from "./built-in-types";
import type {
  ComplexType,
  Content,
  ElementDeclaration,
  ElementUse,
  Particle,
  SimpleType,
  TypeDefinition,
} from "./components";
import type { Declared } from "./declare-components";
import { visitDepthFirst } from "./depth-first";
import { attributeUsesOf, baseOf, contentOf, particleOf, rootOf, textTypeOf } from "./effective-type";
import { checkFacets, dropWrongValues } from "./facets";
import type { AttributeGroupDefinition } from "./registry";

/** Checks constraints that need complete components. Content models are walked only if they are finite. */
export function checkComponents(
  types: readonly TypeDefinition[],
  declared: readonly Declared[],
  areFinite: boolean,
  diagnostics: Diagnostics,
): void {
  const elements = declared.flatMap((one) => (one.kind === "element" ? [one.component] : []));
  const attributeGroups = declared.flatMap((one) => (one.kind === "attributeGroup" ? [one.component] : []));
  checkAttributeGroups(attributeGroups, diagnostics);
  for (const type of new Set(types.flatMap((type) => textTypeOf(type) ?? []))) dropWrongValues(type, diagnostics);
  if (!checkSubstitutionGroups(elements, diagnostics) || !areFinite) return;
  for (const type of types) {
    if (type.kind === "simpleType") checkFacets(type, diagnostics);
    else checkComplexType(type, diagnostics);
  }
}

/** Section 3.6.6: no attribute group contains itself, directly or indirectly. Each cycle is reported once. */
function checkAttributeGroups(groups: readonly AttributeGroupDefinition[], diagnostics: Diagnostics): void {
  visitDepthFirst(groups, {
    below: ({ attributes }) => attributes.uses.filter((use): use is AttributeGroupDefinition => "kind" in use),
    closes: (closing, group) => {
      const where = closing === group ? "to itself" : `in attribute group ${closing.name.local}`;
      diagnostics.error(group.source, "attribute-group-circular", "attribute group contains itself", {
        name: group.name,
        hint: `remove the reference ${where}`,
      });
    },
  });
}

function checkComplexType(type: ComplexType, diagnostics: Diagnostics): void {
  if (type.derivation === "extension" && type.base.kind === "complexType" && !type.base.builtIn) {
    checkAll(type, particleOf(contentOf(type.base)), diagnostics);
    checkRepeatedAttributes(type, type.base, diagnostics);
  }
  checkConsistent(type, diagnostics);
}

/** Section 3.8.6, All Group Limited: `xs:all` is the whole content, so nothing can be added to it. */
function checkAll(type: ComplexType, base: Particle | undefined, diagnostics: Diagnostics): void {
  const ownParticle = particleOf(type.content);
  if (ownParticle === undefined || base === undefined) return;
  const isAll = (particle: Particle) =>
    particle.kind === "modelGroup" && particle.compositor === "all" && particle.particles.length > 0;
  if (isAll(ownParticle) || isAll(base)) {
    diagnostics.error(type, "extension-of-all", "an extension adds elements to or with xs:all", {
      name: type.name,
      hint: "xs:all must be the whole content of a type",
    });
  }
}

function checkRepeatedAttributes(type: ComplexType, base: ComplexType, diagnostics: Diagnostics): void {
  if (type.attributeUses.length === 0) return;
  const inherited = new Set(attributeUsesOf(base).map((use) => expandedName(use.attribute.name)));
  for (const use of type.attributeUses) {
    if (use.use !== "prohibited" && inherited.has(expandedName(use.attribute.name))) {
      diagnostics.error(use, "extension-attribute-again", "an extension declares an attribute of its base again", {
        name: use.attribute.name,
      });
    }
  }
}

/** Section 3.8.6, Element Declarations Consistent: elements of one name have one type in a content model. */
function checkConsistent(type: ComplexType, diagnostics: Diagnostics): void {
  const inherited =
    type.derivation === "extension" && type.base.kind === "complexType" ? contentOf(type.base) : undefined;
  const declared = new Map<string, ElementDeclaration>();
  for (const { element } of inherited === undefined ? [] : elementUses(inherited))
    declared.set(expandedName(element.name), element);
  for (const use of elementUses(type.content)) {
    const { element } = use;
    const key = expandedName(element.name);
    const before = declared.get(key);
    declared.set(key, before ?? element);
    if (before !== undefined && before.type !== element.type) {
      const { file, line } = before.position;
      diagnostics.error(
        use,
        "element-types-differ",
        "two elements of one name in a content model have different types",
        {
          name: element.name,
          hint: `${file}:${line} gives it another type`,
        },
      );
    }
  }
}

/** Returns the uses of elements in a content model, at every depth, in source order. */
function elementUses(content: Content): ElementUse[] {
  const uses: ElementUse[] = [];
  const open = [particleOf(content)];
  for (let particle = open.pop(); particle !== undefined; particle = open.pop()) {
    if (particle.kind === "modelGroup") open.push(...[...particle.particles].reverse());
    if (particle.kind === "elementUse") uses.push(particle);
  }
  return uses;
}

/** Section 3.3.6, Element Declaration Properties Correct. Returns whether the groups have no cycle. */
function checkSubstitutionGroups(elements: readonly ElementDeclaration[], diagnostics: Diagnostics): boolean {
  let isAcyclic = true;
  visitDepthFirst(elements, {
    below: ({ substitutionGroup }) => (substitutionGroup === undefined ? [] : [substitutionGroup]),
    closes: (_, { position, name }) => {
      diagnostics.error(position, "substitution-circular", "substitution group contains itself", { name });
      isAcyclic = false;
    },
  });
  for (const { substitutionGroup: head, type, position, name } of elements) {
    if (head === undefined || derivesFrom(type, head.type)) continue;
    diagnostics.error(position, "substitution-type", "the type of a member does not derive from that of its head", {
      name,
      hint: `derive its type from that of ${head.name.local}`,
    });
  }
  return isAcyclic;
}

/** Sections 3.4.6 and 3.14.6: the members of a union derive from it. */
function derivesFrom(type: TypeDefinition, base: TypeDefinition): boolean {
  if (base === anyType) return true;
  let simple: SimpleType | undefined;
  for (let at: TypeDefinition | undefined = type; at !== undefined; at = baseOf(at)) {
    if (at === base) return true;
    // Simple content extends a simple type, so it derives from the simple type's bases too.
    if (at.kind === "simpleType") simple ??= at;
  }
  if (base.kind !== "simpleType" || simple === undefined) return false;
  if (base.builtIn) return builtInAncestor(simple, base.name?.local ?? "");
  const { variety } = base;
  return simple === type && variety.of === "union" && variety.members.some((member) => derivesFrom(type, member));
}

function builtInAncestor(type: SimpleType, wanted: string): boolean {
  if (wanted === "anySimpleType") return true;
  const root = rootOf(type);
  let local = root.builtIn ? root.name?.local : undefined;
  while (local !== undefined && local !== wanted) local = builtIns.get(local)?.base;
  return local !== undefined;
}
