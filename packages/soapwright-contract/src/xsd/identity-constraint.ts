/** XML Schema Part 1, section 3.11: `xs:key`, `xs:unique` and `xs:keyref`, with their subset of XPath compiled to steps. */
import type { DiagnosticReason } from "../reasons";
import { attribute, attributeNode, expandedName, isNCName, resolvePrefix, type XmlElement } from "../xml/xml";
import type { ElementDeclaration, IdentityConstraint, NameTest, Shell, XPathPath } from "./components";
import type { SchemaContext } from "./context";
import { contentsOf, xsdName } from "./schema-source";

const kinds = ["key", "keyref", "unique"] as const;

/** Returns the kind of identity constraint that an element of a schema declares; undefined for any other element. */
export function identityKind(source: XmlElement): IdentityConstraint["kind"] | undefined {
  return kinds.find((kind) => kind === xsdName(source));
}

/**
 * Adds the constraints of an element declaration. One that cannot be read is reported and left out, because no response
 * satisfies it.
 */
export function fillIdentityConstraints(
  shell: Shell<ElementDeclaration>,
  source: XmlElement,
  context: SchemaContext,
): void {
  for (const child of contentsOf(source)) {
    const kind = identityKind(child);
    const constraint = kind && readConstraint(child, kind, context);
    if (constraint === undefined) continue;
    context.identityConstraints.set(expandedName(constraint.name), constraint);
    context.afterwards(() => {
      if (fits(constraint, child, context)) shell.identityConstraints.push(constraint);
    });
  }
}

function readConstraint(
  source: XmlElement,
  kind: IdentityConstraint["kind"],
  context: SchemaContext,
): IdentityConstraint | undefined {
  const local = attribute(source, "name")?.trim();
  if (local === undefined || !isNCName(local))
    return leaveOut(source, "constraint-unnamed", `${source.raw} has no name`, context);
  const parts = contentsOf(source);
  const [selector, ...others] = parts.filter((each) => xsdName(each) === "selector");
  const fields = parts.filter((each) => xsdName(each) === "field");
  if (selector === undefined || others.length > 0 || fields.length === 0)
    return leaveOut(
      source,
      "constraint-incomplete",
      `${source.raw} ${local} needs one selector and at least one field`,
      context,
    );
  const refer = kind === "keyref" ? context.nameIn(attribute(source, "refer") ?? "", source, "refer") : undefined;
  if (kind === "keyref" && refer === undefined) return undefined;
  const paths = [selector, ...fields].map((each) => readPaths(each, each !== selector, context));
  if (paths.some((each) => each === undefined)) return undefined;
  const [selected = [], ...read] = paths as XPathPath[][];
  const name = { namespace: context.scope.targetNamespace, local };
  return { kind, name, selector: selected, fields: read, ...(refer && { refer }), position: source.position };
}

/** Section 3.11.6, Identity-constraint Definition Properties Correct: a reference names a key with as many fields. */
function fits({ refer, fields }: IdentityConstraint, source: XmlElement, context: SchemaContext): boolean {
  if (refer === undefined) return true;
  const key = context.identityConstraints.get(expandedName(refer));
  if (key === undefined || key.kind === "keyref")
    leaveOut(
      source,
      "constraint-refer-unknown",
      `${expandedName(refer)} is not the name of an xs:key or xs:unique`,
      context,
    );
  else if (key.fields.length !== fields.length)
    leaveOut(
      source,
      "constraint-fields-differ",
      `${expandedName(refer)} has ${key.fields.length} fields, this has ${fields.length}`,
      context,
    );
  else return true;
  return false;
}

function leaveOut(
  source: XmlElement,
  reason: DiagnosticReason,
  what: string,
  { diagnostics }: SchemaContext,
): undefined {
  diagnostics.warning(source, reason, `${what}; responses are not checked by it`);
}

/** Section 3.11.6: `Path ('|' Path)*`. `withAttribute`: whether the last step may be an attribute. */
function readPaths(source: XmlElement, withAttribute: boolean, context: SchemaContext): XPathPath[] | undefined {
  const written = attributeNode(source, "xpath");
  const paths = written?.value.split("|").map((each) => readPath(each, source, withAttribute));
  if (paths?.every((path): path is XPathPath => path !== undefined)) return paths;
  const what =
    written === undefined ? `${source.raw} has no xpath` : `"${written.value}" is not the XPath of ${source.raw}`;
  return leaveOut(source, "constraint-path", what, context);
}

function readPath(written: string, source: XmlElement, withAttribute: boolean): XPathPath | undefined {
  const text = written.replaceAll(/\s+/g, "");
  const descends = text.startsWith(".//");
  const steps = (descends ? text.slice(3) : text).split("/");
  const last = /^(?:@|attribute::)(.+)$/.exec(steps.at(-1) ?? "")?.[1];
  if (last !== undefined && !withAttribute) return undefined;
  const tests: NameTest[] = [];
  for (const step of last === undefined ? steps : steps.slice(0, -1)) {
    if (step === ".") continue;
    const test = readTest(step.replace(/^child::/, ""), source);
    if (test === undefined) return undefined;
    tests.push(test);
  }
  const attributeTest = last === undefined ? undefined : readTest(last, source);
  if (last !== undefined && attributeTest === undefined) return undefined;
  return { descends, steps: tests, ...(attributeTest && { attribute: attributeTest }) };
}

/** XPath 1.0, 2.3: a name without a prefix is in no namespace, whatever the default namespace is. */
function readTest(text: string, source: XmlElement): NameTest | undefined {
  if (text === "*") return {};
  const [, prefix, local = ""] = /^(?:([^:]+):)?([^:]+)$/.exec(text) ?? [];
  if (local !== "*" && !isNCName(local)) return undefined;
  const namespace = prefix === undefined ? "" : resolvePrefix(source, prefix);
  if (namespace === undefined) return undefined;
  return local === "*" ? { namespace } : { namespace, local };
}
