import type { Diagnostics, Position } from "../diagnostics";
import type { LoadLimits } from "../load/load-options";
import { childElements, isNamed } from "../xml/navigate";
import { fillAttribute } from "./attribute-declaration";
import { isAttributePart, readAttributes } from "./attribute-group";
import { BaseFirst } from "./base-first";
import { checkComponents } from "./check-components";
import { checkGroups } from "./check-groups";
import { cutCircularDerivations, cutCircularVarieties } from "./circular-derivation";
import { buildComplexType, fillComplexType } from "./complex-type";
import type { ComplexType, SchemaDocument, Schemas, SimpleType, TypeDefinition } from "./components";
import { LimitReached, type SchemaContext } from "./context";
import { type Declared, declareComponents } from "./declare-components";
import { fillElement } from "./element-declaration";
import { fillGroup } from "./group-definition";
import type { MissingDocuments } from "./missing-documents";
import { buildModelGroup } from "./model-group";
import { type ComponentKind, Registry } from "./registry";
import { ResolvedReferences } from "./resolve-references";
import { buildSimpleType, fillSimpleType } from "./simple-type";
import { reportUnexpected } from "./unexpected";
import { xsdNamespace } from "./xsd-namespaces";

/** The options of `buildSchemas`. */
export interface SchemaSteps {
  /** Use the first of several definitions of one component. */
  readonly allowDoubleTypes?: boolean;
  /** Read an element that a message names and nothing defines as one with any content. */
  readonly allowMissingMessages?: boolean;
}

export interface BuiltSchemas {
  readonly schemas: Schemas;
  /** Resolves references from outside the schemas: from the parts of WSDL messages. */
  readonly references: ResolvedReferences;
}

/**
 * Builds schema components from schema documents in three phases: a shell for every global component, so that
 * references can be resolved in any order; the contents; steps that need other components to be complete. There is no
 * recursion from one component into another: the depth of the call stack is bounded by the nesting of one document.
 */
export function buildSchemas(
  documents: readonly SchemaDocument[],
  missing: MissingDocuments,
  limits: LoadLimits,
  diagnostics: Diagnostics,
  { allowDoubleTypes = false, allowMissingMessages = false }: SchemaSteps = {},
): BuiltSchemas {
  const registry = new Registry();
  const references = new ResolvedReferences(registry, missing, diagnostics, allowMissingMessages);
  const build = new Build(references, limits, diagnostics);
  try {
    const declared = declareComponents(documents, registry, allowDoubleTypes, diagnostics);
    for (const one of declared) build.fill(one);
    build.finish();
    const areFinite = checkGroups(build.types, declared, limits, diagnostics);
    checkComponents(build.types, declared, areFinite, diagnostics);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  return { schemas: publish(documents, registry), references };
}

class Build implements SchemaContext {
  readonly types: TypeDefinition[] = [];
  private readonly later: (() => void)[] = [];
  private readonly baseFirst = new BaseFirst();
  private typeCount = 0;

  constructor(
    readonly references: ResolvedReferences,
    readonly limits: LoadLimits,
    readonly diagnostics: Diagnostics,
  ) {}

  readonly complexType: SchemaContext["complexType"] = (source, scope, owner) => {
    const type = buildComplexType(source, scope, this, owner);
    this.types.push(type);
    return type;
  };
  readonly simpleType: SchemaContext["simpleType"] = (source, scope, owner) => {
    const type = buildSimpleType(source, scope, this, owner);
    this.types.push(type);
    return type;
  };
  readonly modelGroup: SchemaContext["modelGroup"] = (source, scope) => buildModelGroup(source, scope, this);

  countType(position: Position): void {
    if (++this.typeCount <= this.limits.maxTypes) return;
    this.diagnostics.error(position, `more than ${this.limits.maxTypes} types`, {
      hint: "raise the limit with --max-types",
    });
    throw new LimitReached();
  }

  afterwards(step: () => void): void {
    this.later.push(step);
  }

  afterBase(type: ComplexType, step: () => void): void {
    this.baseFirst.add(type, step);
  }

  fill(one: Declared): void {
    switch (one.kind) {
      case "element":
        fillElement(one.component, one.source, one.scope, this);
        break;
      case "attribute":
        fillAttribute(one.component, one.source, one.scope, this);
        break;
      case "group":
        fillGroup(one.component, one.scope, this);
        break;
      case "attributeGroup":
        this.fillAttributeGroup(one);
        break;
      case "type":
        this.types.push(one.component);
        if (one.component.kind === "complexType") fillComplexType(one.component, one.source, one.scope, this);
        else fillSimpleType(one.component, one.source, one.scope, this);
    }
  }

  finish(): void {
    cutCircularDerivations(this.types, this.limits.maxDepth, this.diagnostics);
    cutCircularVarieties(
      this.types.filter((type): type is SimpleType => type.kind === "simpleType"),
      this.limits.maxDepth,
      this.diagnostics,
    );
    this.baseFirst.run();
    for (const step of this.later) step();
  }

  private fillAttributeGroup(one: Declared & { readonly kind: "attributeGroup" }): void {
    const parts = childElements(one.source).filter((child) => !isNamed(child, xsdNamespace, "annotation"));
    for (const part of parts) if (!isAttributePart(part)) reportUnexpected(part, this.diagnostics);
    one.component.attributes = readAttributes(parts.filter(isAttributePart), one.scope, this);
  }
}

function publish(documents: readonly SchemaDocument[], registry: Registry): Schemas {
  const components = <K extends ComponentKind>(kind: K) =>
    new Map([...registry.table(kind)].map(([key, { component }]) => [key, component] as const));
  return { documents, elements: components("element"), types: components("type") };
}
