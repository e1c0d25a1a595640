/** A writer of XML text that tracks the prefixes and the default namespace in scope. */
import { escapeAttribute, escapeText } from "../../xml/escape-text";
import { ENCODING_11, ENCODING_12, SOAP_11, SOAP_12, XML, XSD, XSI } from "../schema-namespaces";
import type { EncodeScope } from "../simple/simple-type";
import type { QName } from "../tables/table-values";
import type { EncodedText } from "./encode-options";

interface Binding {
  readonly prefix: string;
  readonly namespace: string;
}

interface OpenTag {
  readonly tag: string;
  readonly outerDefault: string;
  readonly outerBindings: number;
}

interface TagOptions {
  /** The text is ` name="value"`, escaped. */
  readonly attributes?: string;
  /** A prefix saves a declaration on each child without a namespace. */
  readonly prefixed?: boolean;
  /** Names without a prefix in the content rely on it. */
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

const OUTERMOST: readonly Binding[] = [
  { prefix: "xsi", namespace: XSI },
  { prefix: "xsd", namespace: XSD },
];

/** Writes XML text, and is the scope of prefixes that simple types format names in. */
export class Writer implements EncodeScope {
  text = "";
  private defaultNamespace = "";
  private readonly texts: EncodedText[] | undefined;
  private readonly bindings: Binding[];
  /** The last bindings of the list, which the next start tag declares. */
  private pending = 0;
  private plainNames = false;
  private generated = 0;

  /**
   * @param declared Whether `xsi` and `xsd` are in scope already.
   * @param texts Receives the written texts.
   */
  constructor(declared: boolean, texts?: EncodedText[]) {
    this.texts = texts;
    this.bindings = OUTERMOST.slice();
    if (!declared) this.pending = 2;
  }

  prefixFor(namespace: string, preferred?: string): string {
    if (namespace === "") {
      this.plainNames = true;
      return "";
    }
    if (namespace === XML) return "xml";
    if (preferred !== undefined && !/^xml/i.test(preferred)) {
      const meaning = this.resolvePrefix(preferred);
      if (meaning === undefined) this.declare(preferred, namespace);
      if (meaning === undefined || meaning === namespace) return preferred;
    }
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

  /** A text is encoded before the start tag of its element, where a name without a prefix is in no namespace. */
  resolvePrefix(prefix: string): string | undefined {
    if (prefix === "") return "";
    if (prefix === "xml") return XML;
    return this.bindings.findLast((binding) => binding.prefix === prefix)?.namespace;
  }

  /** The next start tag declares the prefix. */
  declare(prefix: string, namespace: string): void {
    const first = this.bindings.length - this.pending;
    const same = this.bindings.findIndex((binding, index) => index >= first && binding.prefix === prefix);
    if (same >= 0) this.bindings.splice(same, 1);
    else this.pending++;
    this.bindings.push({ prefix, namespace });
  }

  /** The attribute belongs to the element whose start tag is next. */
  attribute(name: QName, value: string): string {
    this.texts?.push({ name: name.local, text: value });
    const prefix = name.namespace === "" ? "" : `${this.prefixFor(name.namespace)}:`;
    return ` ${prefix}${name.local}="${escapeAttribute(value)}"`;
  }

  /** The name belongs to the element whose start tag is next. */
  qualified({ namespace, local }: QName): string {
    const prefix = this.prefixFor(namespace);
    return prefix === "" ? local : `${prefix}:${local}`;
  }

  open(name: QName, { attributes = "", prefixed = false, defaultNamespace }: TagOptions = {}): OpenTag {
    const outerDefault = this.defaultNamespace;
    const neededDefault =
      defaultNamespace ?? (this.plainNames || prefixed || name.namespace === "" ? "" : name.namespace);
    const tag = neededDefault === name.namespace ? name.local : this.qualified(name);
    const outerBindings = this.bindings.length - this.pending;
    let declarations = neededDefault === outerDefault ? "" : ` xmlns="${escapeAttribute(neededDefault)}"`;
    for (let at = outerBindings; at < this.bindings.length; at++) {
      const { prefix, namespace } = this.bindings[at]!;
      declarations += ` xmlns:${prefix}="${escapeAttribute(namespace)}"`;
    }
    this.defaultNamespace = neededDefault;
    this.pending = 0;
    this.plainNames = false;
    this.text += `<${tag}${declarations}${attributes}>`;
    return { tag, outerDefault, outerBindings };
  }

  /** @param isPlain Whether the text has no character to escape, because it is of octets. */
  content(element: QName, text: string, isPlain = false): void {
    this.texts?.push({ name: element.local, text });
    this.text += isPlain ? text : escapeText(text);
  }

  raw(xml: string): void {
    this.text += xml;
  }

  close({ tag, outerDefault, outerBindings }: OpenTag): void {
    this.text += `</${tag}>`;
    this.defaultNamespace = outerDefault;
    // Setting a length has a cost, and nearly no element has bindings of its own.
    if (this.bindings.length > outerBindings) this.bindings.length = outerBindings;
  }
}
