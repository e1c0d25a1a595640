/**
 * WS-Addressing in a WSDL: `wsaw:UsingAddressing` and its predecessors, the assertion `wsam:Addressing` in policies
 * (WS-Addressing 1.0 Metadata, section 3; WS-Policy 1.5, section 4), and the actions of messages (Metadata, 4.4.1).
 */
import type { XmlElement as Tree } from "soapwright-runtime/tables";
import type { Diagnostics, Position } from "../diagnostics";
import { attribute, childElements, isTrue, textOf, wsdlNamespace, type XmlElement } from "../xml/xml";
import { isReadReference, parameterVersionOf } from "./endpoint-reference";
import { type Alternatives, isOfPolicy, type Policies, PolicyReader, policyNamespaces } from "./policies";

type AddressingVersion = "1.0" | "2004/08";

/** The use of WS-Addressing at a port. */
export interface Addressing {
  readonly version: AddressingVersion;
  /** Whether every message must have its header blocks. */
  readonly required: boolean;
  /** Response addresses: only the anonymous address, or never. Absent: both. */
  readonly anonymous?: "required" | "prohibited" | undefined;
  /** Elements of the port's endpoint reference that every request repeats. */
  readonly referenceParameters?: readonly Tree[];
  readonly position: Position;
}

/** A policy alternative: assertions that apply together. An empty alternative is without addressing. */
type Choice = readonly Assertion[];
export type AddressingChoices = Alternatives<Assertion>;

interface Assertion {
  readonly version: AddressingVersion;
  readonly anonymous?: "required" | "prohibited";
  readonly position: Position;
}

/** The Recommendation, and a draft that services still use. */
const metadataNamespaces = [
  "http://www.w3.org/2007/05/addressing/metadata",
  "http://www.w3.org/2007/02/addressing/metadata",
];
/** The WSDL binding of 1.0, and its drafts. */
const bindingNamespaces = ["2006/05", "2006/02", "2005/02"].map((date) => `http://www.w3.org/${date}/addressing/wsdl`);
const submissionNamespace = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

export function actionOf(source: XmlElement): string | undefined {
  for (const namespace of [...metadataNamespaces, ...bindingNamespaces, submissionNamespace]) {
    const action = attribute(source, "Action", namespace)?.trim();
    if (action !== undefined && action !== "") return action;
  }
  return undefined;
}

/** The WSDL binding of 1.0, 3.2: returns whether responses go to the anonymous address. Default: optional. */
export function anonymousOf(operation: XmlElement, diagnostics: Diagnostics): "required" | "prohibited" | undefined {
  const element = childElements(operation).find(isAnonymous);
  const said = element && textOf(element).trim();
  if (element === undefined || said === "optional") return undefined;
  if (said === "required" || said === "prohibited") return said;
  diagnostics.warning(
    element,
    "anonymous-unknown",
    `wsaw:Anonymous is ${JSON.stringify(said)}; ignored`,
    "it takes required, optional or prohibited",
  );
  return undefined;
}

function isAnonymous({ name }: XmlElement): boolean {
  return name.local === "Anonymous" && bindingNamespaces.includes(name.namespace);
}

function usingAddressing({ name }: XmlElement): AddressingVersion | undefined {
  if (name.local !== "UsingAddressing") return undefined;
  if (bindingNamespaces.includes(name.namespace)) return "1.0";
  return name.namespace === `${submissionNamespace}/policy` ? "2004/08" : undefined;
}

/**
 * Returns whether this file reads all of an extension element: `UsingAddressing` in a binding or a port, an endpoint
 * reference in a port, and a policy about addressing only. The target of a policy reference is reported at its own
 * place.
 */
export function isAddressingDeclaration(source: XmlElement, parent: XmlElement): boolean {
  const { local } = parent.name;
  if (usingAddressing(source) !== undefined) return local === "binding" || local === "port";
  if (isAnonymous(source)) return local === "operation";
  if (isReadReference(source, parent)) return true;
  if (isOfPolicy(source, "PolicyReference")) return true;
  return isOfPolicy(source, "Policy") && isOnlyAddressing(source);
}

function isOnlyAddressing(policy: XmlElement): boolean {
  const open = [policy];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const isKnown = policyNamespaces.has(element.name.namespace) || metadataNamespaces.includes(element.name.namespace);
    if (!isKnown && usingAddressing(element) === undefined) return false;
    open.push(...childElements(element));
  }
  return true;
}

/** The addressing declarations of bindings, ports and port types. */
export class AddressingDeclarations {
  readonly #reader: PolicyReader<Assertion>;

  constructor(
    policies: Policies,
    private readonly diagnostics: Diagnostics,
  ) {
    this.#reader = new PolicyReader<Assertion>(policies, {
      asserted,
      keyOf: ({ version, anonymous }) => `${version} ${anonymous}`,
      missing: (uri, position) => {
        // The policy may be in a registry, or about another subject, so this is no error.
        diagnostics.note(
          position,
          "policy-unknown",
          `policy ${JSON.stringify(uri)} is not in the documents; what it requires is not known`,
        );
      },
    });
  }

  /** Returns the declarations of an element's own children and attributes. */
  declaredAt(source: XmlElement): AddressingChoices {
    return this.#reader.readAttached(source, (child) => {
      const { position } = child;
      const repeated = parameterVersionOf(child);
      if (repeated !== undefined) return [[], [{ version: repeated, position }]];
      const version = usingAddressing(child);
      if (version === undefined) return [[]];
      return isTrue(child, "required", wsdlNamespace) ? [[{ version, position }]] : [[], [{ version, position }]];
    });
  }

  /** Combines the declarations of several elements. Reports declarations that exclude each other. */
  of(declared: readonly AddressingChoices[]): Addressing | undefined {
    const choices = this.#reader.all(declared);
    const possible = choices.filter((choice) => contradiction(choice) === undefined);
    if (possible.length === 0) {
      this.#refuse(choices);
      return undefined;
    }
    const used = possible.filter(([first]) => first !== undefined);
    const version = used.some(([first]) => first?.version === "1.0") ? "1.0" : "2004/08";
    const ofVersion = used.filter(([first]) => first?.version === version);
    const position = ofVersion[0]?.[0]?.position;
    if (position === undefined) return undefined;
    const said = ofVersion.map((choice) => choice.find(({ anonymous }) => anonymous !== undefined)?.anonymous);
    const [anonymous] = said;
    const isSame = said.every((each) => each === anonymous);
    return { version, required: used.length === possible.length, anonymous: isSame ? anonymous : undefined, position };
  }

  #refuse(choices: AddressingChoices): void {
    const found = choices.map(contradiction).find((each) => each !== undefined);
    if (found === undefined) return;
    const [{ position: before }, { position }] = found;
    const isVersion = found[0].version !== found[1].version;
    const what = isVersion
      ? `WS-Addressing ${found[1].version} is required beside ${found[0].version}`
      : "responses to the anonymous address are required and prohibited";
    this.diagnostics.error(
      position,
      isVersion ? "addressing-versions-contradict" : "anonymous-contradicts",
      what,
      `the other is in line ${before.line} of ${before.file}: no message fits both; remove one`,
    );
  }
}

function asserted(source: XmlElement, reader: PolicyReader<Assertion>): AddressingChoices | undefined {
  const { position } = source;
  const version = usingAddressing(source);
  if (version !== undefined) return [[{ version, position }]];
  if (!metadataNamespaces.includes(source.name.namespace)) return undefined;
  switch (source.name.local) {
    case "Addressing": {
      const nested = childElements(source).filter((child) => isOfPolicy(child, "Policy"));
      const inside = reader.all(nested.map((child) => reader.read(child)));
      return reader.distinct(inside.map((choice) => (choice.length === 0 ? [{ version: "1.0", position }] : choice)));
    }
    case "AnonymousResponses":
      return [[{ version: "1.0", anonymous: "required", position }]];
    case "NonAnonymousResponses":
      return [[{ version: "1.0", anonymous: "prohibited", position }]];
    default:
      return undefined;
  }
}

function contradiction(choice: Choice): readonly [Assertion, Assertion] | undefined {
  for (const [index, first] of choice.entries()) {
    for (const second of choice.slice(index + 1)) {
      if (first.version !== second.version) return [first, second];
      const said = new Set([first.anonymous, second.anonymous]);
      if (said.has("required") && said.has("prohibited")) return [first, second];
    }
  }
  return undefined;
}
