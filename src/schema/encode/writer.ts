/** XML text with its namespaces: which prefix or default namespace is in scope where. */
import { escapeAttribute, escapeText } from "../../xml/escape";
import { ENCODING_11, ENCODING_12, SOAP_11, SOAP_12, XML, XSD, XSI } from "../namespaces";
import type { EncodeScope } from "../simple/simple-type";
import type { QName } from "../tables/values";
import type { EncodedText } from "./encode-options";

interface Binding {
  readonly prefix: string;
  readonly namespace: string;
}

/** What is to be restored when an element ends. */
export interface OpenTag {
  readonly tag: string;
  readonly outerDefault: string;
  readonly outerBindings: number;
}

export interface TagOptions {
  /** ` name="value"` for each attribute, escaped. */
  readonly attributes?: string;
  /** Children in no namespace follow: a prefix here spares each of them a declaration. */
  readonly prefixed?: boolean;
  /** What names without prefix in the content mean, where that matters. */
  readonly defaultNamespace?: string | undefined;
}

const wellKnown = new Map([
  [XSI, "xsi"],
  [XSD, "xsd"],
  [ENCODING_11, "soapenc"],
  [ENCODING_12, "soapenc"],
  [SOAP_11, "soap"],
  [SOAP_12, "soap12"],
]);

const xsi: Binding = { prefix: "xsi", namespace: XSI };
const xsd: Binding = { prefix: "xsd", namespace: XSD };

export class Writer implements EncodeScope {
  /** The text so far. */
  text = "";
  private defaultNamespace = "";
  private readonly texts: EncodedText[] | undefined;
  private readonly bindings: Binding[];
  /** Bindings at the end of the list that the next start tag declares. */
  private pending = 0;
  private plainNames = false;
  private generated = 0;

  /** `declared`: whether `xsi` and `xsd` are in scope already. `texts` gets what is written, where someone wants it. */
  constructor(declared: boolean, texts?: EncodedText[]) {
    this.texts = texts;
    this.bindings = [xsi, xsd];
    if (!declared) this.pending = 2;
  }

  prefixFor(namespace: string): string {
    if (namespace === "") {
      this.plainNames = true;
      return "";
    }
    if (namespace === XML) return "xml";
    const bound = this.bindings.findLast(
      (binding) => binding.namespace === namespace && this.resolvePrefix(binding.prefix) === namespace,
    );
    if (bound !== undefined) return bound.prefix;
    let prefix = wellKnown.get(namespace);
    while (prefix === undefined || this.resolvePrefix(prefix) !== undefined) {
      this.generated++;
      prefix = `q${this.generated}`;
    }
    this.declare(prefix, namespace);
    return prefix;
  }

  /** Text is written for an element whose start tag follows: a name without prefix is one in no namespace. */
  resolvePrefix(prefix: string): string | undefined {
    if (prefix === "") return "";
    return this.bindings.findLast((binding) => binding.prefix === prefix)?.namespace;
  }

  /** Binds `prefix` on the element whose start tag comes next. */
  declare(prefix: string, namespace: string): void {
    const first = this.bindings.length - this.pending;
    const same = this.bindings.findIndex((binding, index) => index >= first && binding.prefix === prefix);
    if (same >= 0) this.bindings.splice(same, 1);
    else this.pending++;
    this.bindings.push({ prefix, namespace });
  }

  /** ` prefix:name="value"`, for an attribute of the element whose start tag comes next. */
  attribute(name: QName, value: string): string {
    this.texts?.push({ name: name.local, text: value });
    const prefix = name.namespace === "" ? "" : `${this.prefixFor(name.namespace)}:`;
    return ` ${prefix}${name.local}="${escapeAttribute(value)}"`;
  }

  /** `{ namespace, local }` as text, for the element whose start tag comes next. */
  qualified({ namespace, local }: QName): string {
    const prefix = this.prefixFor(namespace);
    return prefix === "" ? local : `${prefix}:${local}`;
  }

  open(name: QName, { attributes = "", prefixed = false, defaultNamespace }: TagOptions = {}): OpenTag {
    const outerDefault = this.defaultNamespace;
    const wanted = defaultNamespace ?? (this.plainNames || prefixed || name.namespace === "" ? "" : name.namespace);
    const tag = wanted === name.namespace ? name.local : this.qualified(name);
    const outerBindings = this.bindings.length - this.pending;
    let declarations = wanted === outerDefault ? "" : ` xmlns="${escapeAttribute(wanted)}"`;
    for (let at = outerBindings; at < this.bindings.length; at++) {
      const { prefix, namespace } = this.bindings[at]!;
      declarations += ` xmlns:${prefix}="${escapeAttribute(namespace)}"`;
    }
    this.defaultNamespace = wanted;
    this.pending = 0;
    this.plainNames = false;
    this.text += `<${tag}${declarations}${attributes}>`;
    return { tag, outerDefault, outerBindings };
  }

  /** Text inside of `element`, the innermost open one. */
  content(element: QName, text: string): void {
    this.texts?.push({ name: element.local, text });
    this.text += escapeText(text);
  }

  close({ tag, outerDefault, outerBindings }: OpenTag): void {
    this.text += `</${tag}>`;
    this.defaultNamespace = outerDefault;
    // Setting a length is not free, and nearly no element has bindings of its own.
    if (this.bindings.length > outerBindings) this.bindings.length = outerBindings;
  }
}
