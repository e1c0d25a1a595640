import type { Diagnostics } from "../diagnostics";
import type { LoadLimits } from "../load/default-limits";
import type { LoadTerms } from "../load/load-options";
import { fillAttribute, fillAttributeGroup } from "./attribute-uses";
import { checkComponents } from "./check-components";
import { checkGroups, cutCircularDerivations, cutCircularVarieties } from "./check-cycles";
import { buildComplexType, fillComplexType } from "./complex-type";
import type { SchemaDocument, Schemas, SimpleType } from "./components";
import { Build, type Builders, LimitReached, SchemaContext } from "./context";
import { type Declared, declareComponents } from "./declare-components";
import { fillElement } from "./element-declaration";
import type { NeededDocuments } from "./missing-documents";
import { buildModelGroup, fillGroup } from "./model-group";
import { type ComponentKind, outsideSchemas, Registry } from "./registry";
import { References } from "./resolve-references";
import { buildSimpleType, fillSimpleType } from "./simple-type";

interface BuiltSchemas {
  readonly schemas: Schemas;
  /** Resolves references from the parts of WSDL messages. */
  readonly references: References;
}

/**
 * Builds schema components from schema documents in three phases: a shell for every global component, so that
 * references can be resolved in any order; the contents; steps that need other components to be complete. No component
 * is built by recursion from another, so the nesting of a document bounds the call stack.
 */
export function buildSchemas(
  documents: readonly SchemaDocument[],
  missing: NeededDocuments,
  { limits, diagnostics, allowDoubleTypes = false, allowMissingMessages = false }: LoadTerms,
): BuiltSchemas {
  const registry = new Registry();
  const terms = { registry, missing, diagnostics, allowMissingMessages, near: new Map() };
  const build = new Build(builders, limits, diagnostics);
  try {
    const declared = declareComponents(documents, registry, allowDoubleTypes, diagnostics);
    for (const declaration of declared) fill(declaration, build, new SchemaContext(terms, declaration.scope, build));
    finish(build, limits, diagnostics);
    const areFinite = checkGroups(build.types, declared, limits, diagnostics);
    checkComponents(build.types, declared, areFinite, diagnostics);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  return { schemas: publish(documents, registry), references: new References(terms, outsideSchemas) };
}

const builders: Builders = { complexType: buildComplexType, simpleType: buildSimpleType, modelGroup: buildModelGroup };

function finish({ types, baseFirst, later }: Build, { maxDepth }: LoadLimits, diagnostics: Diagnostics): void {
  cutCircularDerivations(types, maxDepth, diagnostics);
  cutCircularVarieties(
    types.filter((type): type is SimpleType => type.kind === "simpleType"),
    maxDepth,
    diagnostics,
  );
  baseFirst.run();
  for (const step of later) step();
}

function fill({ kind, component, source }: Declared, build: Build, context: SchemaContext): void {
  switch (kind) {
    case "element":
      fillElement(component, source, context);
      break;
    case "attribute":
      fillAttribute(component, source, context);
      break;
    case "group":
      fillGroup(component, context);
      break;
    case "attributeGroup":
      fillAttributeGroup(component, context);
      break;
    case "type":
      build.types.push(component);
      if (component.kind === "complexType") fillComplexType(component, source, context);
      else fillSimpleType(component, source, context);
  }
}

function publish(documents: readonly SchemaDocument[], registry: Registry): Schemas {
  const components = <K extends ComponentKind>(kind: K) =>
    new Map([...registry.tables[kind]].map(([key, { component }]) => [key, component] as const));
  return { documents, elements: components("element"), attributes: components("attribute"), types: components("type") };
}
