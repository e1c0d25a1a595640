import { editDistance, nearWord } from "soapwright-runtime/xsd";
import type { Diagnostics, Position } from "../diagnostics";
import type { DiagnosticReason } from "../reasons";
import { guess } from "../remedy";
import { childElements, wsdlNamespace, type XmlAttribute, type XmlElement, xsdNamespace } from "../xml/xml";
import { type KnownElement, type Vocabulary, vocabulary, xsdElements } from "../xsd/vocabulary";
import { httpNamespace, mimeNamespace, soapNamespaces } from "./wsdl-source";

/**
 * Reports every misspelled attribute and element of WSDL, SOAP and XML Schema with a suggestion: as a warning, or as an
 * error if an operation or a type is lost with it. Positions that another stage has reported are skipped.
 */
export function checkVocabulary(root: XmlElement, diagnostics: Diagnostics): void {
  new VocabularyCheck(diagnostics).checkDocument(root);
}

class VocabularyCheck {
  private readonly reportedPositions: ReadonlySet<string>;

  constructor(private readonly diagnostics: Diagnostics) {
    this.reportedPositions = new Set(diagnostics.all.map(({ position }) => keyOf(position)));
  }

  checkDocument(root: XmlElement): void {
    const open = [root];
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      const { namespace, local } = element.name;
      const knownElement = vocabularies.get(namespace)?.get(local);
      if (knownElement !== undefined) this.checkAttributes(element, knownElement);
      else if (namespace !== mimeNamespace) continue;
      // Other vocabularies, documentation and annotations may contain anything.
      if (local === "documentation" || local === "appinfo") continue;
      const inside = childElements(element);
      for (const child of inside) this.checkChild(element, child, knownElement);
      open.push(...inside.reverse());
    }
  }

  private checkChild(parent: XmlElement, child: XmlElement, knownElement: KnownElement | undefined): void {
    const { namespace, local } = child.name;
    const vocabulary = vocabularies.get(namespace);
    const where = `${child.raw} is not allowed in ${parent.raw}`;
    if (vocabulary === undefined) this.checkForeign(parent, child, knownElement);
    else if (namespace === parent.name.namespace && knownElement?.children !== undefined) {
      if (knownElement.children.has(local)) return;
      const meant = nearWord(local, knownElement.children);
      const isLost = meant !== "documentation" && (meant !== undefined || vocabulary.has(local));
      this.report(isLost, child, "element-misplaced", where, meant);
    } else if (!vocabulary.has(local)) {
      const meant = nearWord(local, vocabulary.keys());
      const isLost = meant !== undefined && meant !== "documentation";
      this.report(isLost, child, "element-unknown", `${child.raw} is no element of ${namespace}`, meant);
    }
  }

  /** Reports an element without a namespace, or with a misspelled namespace. */
  private checkForeign(parent: XmlElement, child: XmlElement, knownElement: KnownElement | undefined): void {
    const { namespace, local } = child.name;
    if (parent.name.namespace !== wsdlNamespace) return;
    if (namespace === "") {
      const meant = knownElement?.children && nearWord(local, knownElement.children);
      if (meant === undefined || meant === "documentation") return;
      this.report(
        true,
        child,
        "element-without-namespace",
        `${child.raw} in ${parent.raw} has no namespace`,
        `${meant} of ${wsdlNamespace}`,
      );
      return;
    }
    const meant = [...vocabularies].find(([each, elements]) => elements.has(local) && isSlipOf(namespace, each))?.[0];
    if (meant === undefined || namespace === httpNamespace || namespace === mimeNamespace) return;
    this.report(
      true,
      child,
      "element-namespace-unknown",
      `namespace "${namespace}" of ${child.raw} is not known`,
      meant,
    );
  }

  private checkAttributes(element: XmlElement, knownElement: KnownElement): void {
    const present = new Set(element.attributes.map(({ name }) => (name.namespace === "" ? name.local : "")));
    for (const attribute of element.attributes) {
      const { namespace, local } = attribute.name;
      if (namespace === "" && knownElement.attributes.has(local)) this.checkValue(element, attribute);
      else if (namespace === "") {
        const meant = nearWord(
          local,
          [...knownElement.attributes].filter((name) => !present.has(name)),
        );
        this.report(
          naming.has(meant ?? ""),
          attribute,
          "attribute-unknown",
          `${element.raw} has no attribute ${local}`,
          meant,
        );
      } else if (vocabularies.has(namespace) && !qualifiedAttributes.has(local)) {
        const meant = knownElement.attributes.has(local) && !present.has(local) ? local : undefined;
        const what = `attribute ${local} of namespace "${namespace}" is not known on ${element.raw}`;
        this.report(
          naming.has(meant ?? ""),
          attribute,
          "attribute-namespace-unknown",
          what,
          meant && `${meant} without a prefix`,
        );
      }
    }
  }

  private checkValue(element: XmlElement, attribute: XmlAttribute): void {
    const { local } = attribute.name;
    const written = attribute.value.trim();
    const isSoap = soapNamespaces.has(element.name.namespace);
    if (isSoap && local === "transport" && !httpTransports.includes(written)) {
      const meant = httpTransports.find((each) => isSlipOf(written, each));
      if (meant !== undefined)
        this.report(
          false,
          attribute,
          "transport-unknown",
          `transport "${written}" is not known`,
          meant,
          "it is read as HTTP",
        );
      return;
    }
    const allowed = enumerations[local];
    if (allowed === undefined || allowed.includes(written)) return;
    const meant = nearWord(written, allowed);
    const hint = meant === undefined ? `write ${allowed.join(" or ")}` : guess(meant);
    this.diagnostics.error(attribute, "attribute-value-unknown", `${local}="${written}" is not known`, hint);
  }

  /** Reports an error if something is lost, or else a warning with the consequence. */
  private report(
    isLost: boolean,
    { position }: XmlElement | XmlAttribute,
    reason: DiagnosticReason,
    message: string,
    meant: string | undefined,
    otherwise = "it is ignored",
  ): void {
    if (this.reportedPositions.has(keyOf(position))) return;
    const hint = meant && guess(meant);
    const text = isLost ? message : `${message}; ${otherwise}`;
    this.diagnostics.report(isLost ? "error" : "warning", position, reason, text, hint);
  }
}

function keyOf({ file, line, column }: Position): string {
  return `${file}\n${line}\n${column}`;
}

function isSlipOf(written: string, knownName: string): boolean {
  return written !== knownName && editDistance(written.trim().toLowerCase(), knownName.toLowerCase(), 2) <= 2;
}

/** WSDL 1.1, section 2 and appendix A.4. An operation may be in a port type or a binding. */
const wsdlElements = vocabulary(
  {
    definitions: "name targetNamespace",
    import: "namespace location",
    types: "",
    message: "name",
    part: "name element type",
    portType: "name",
    operation: "name parameterOrder",
    input: "name message",
    output: "name message",
    fault: "name message",
    binding: "name type",
    service: "name",
    port: "name binding",
    documentation: "",
  },
  {
    definitions: "import types message portType binding service",
    message: "part",
    portType: "operation",
    operation: "input output fault",
    binding: "operation",
    service: "port",
  },
);

const ofBody = "use encodingStyle namespace";

/** WSDL 1.1, section 3; the binding for SOAP 1.2 adds `soapActionRequired`. */
const soapElements = (furtherOfOperation: string): Vocabulary =>
  vocabulary({
    binding: "transport style",
    operation: `soapAction style${furtherOfOperation}`,
    body: `parts ${ofBody}`,
    header: `message part ${ofBody}`,
    headerfault: `message part ${ofBody}`,
    fault: `name ${ofBody}`,
    address: "location",
  });

const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  [wsdlNamespace, wsdlElements],
  [xsdNamespace, xsdElements],
  ...[...soapNamespaces].map(
    ([namespace, version]) => [namespace, soapElements(version === "1.2" ? " soapActionRequired" : "")] as const,
  ),
]);

/** Attributes in these namespaces: WSDL 1.1, sections 2.1.3 and 3.5. */
const qualifiedAttributes: ReadonlySet<string> = new Set(["required", "arrayType"]);

/** Attributes with two possible values that change the wire format and that no other stage checks. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  style: ["document", "rpc"],
  elementFormDefault: ["qualified", "unqualified"],
  attributeFormDefault: ["qualified", "unqualified"],
};

/** Transports of SOAP over HTTP; other values name another protocol. */
const httpTransports: readonly string[] = [
  "http://schemas.xmlsoap.org/soap/http",
  "http://www.w3.org/2003/05/soap/bindings/HTTP/",
];

/** Attributes that name a type or a component, which is lost if one is misspelled. */
const naming: ReadonlySet<string> = new Set(
  "name type ref base element message binding part itemType memberTypes substitutionGroup value".split(" "),
);
