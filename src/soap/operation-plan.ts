import { ArgumentError, isArgumentError } from "../errors/argument-error";
import { ConfigurationError } from "../errors/configuration-error";
import type { Codec, ElementNode, EncodeOptions, MessageNode, OperationNode } from "../schema/codec";
import { describeKind } from "../transport/describe-kind";
import type { Secrets } from "./mask";
import type { SoapVersionTerms } from "./soap-version";

/** An operation made ready for one client: how its arguments are written and where its result stands. */
export class OperationPlan {
  readonly operation: OperationNode;
  readonly codec: Codec;
  readonly terms: SoapVersionTerms;
  /** Value of the SOAPAction header, without its quotes. */
  readonly soapAction: string;
  readonly contentType: string;
  /**
   * The key of its method on node-soap's client: the colon keeps it from hiding one of the client's own. It is made of the
   * method, because overloads share their operation's name.
   */
  readonly methodKey: string;
  readonly #encode: EncodeOptions;

  constructor(operation: OperationNode, codec: Codec, terms: SoapVersionTerms, soapAction: string) {
    this.operation = operation;
    this.codec = codec;
    this.terms = terms;
    this.soapAction = soapAction;
    this.contentType = contentTypeOf(operation, terms, soapAction);
    this.methodKey = `operation:${operation.method}`;
    this.#encode = operation.use === "encoded" ? { encoding: terms.version } : {};
  }

  /** What stands in the Body. Throws an `ArgumentError`. */
  encodeBody(args: unknown): string {
    const { input } = this.operation;
    const [only] = input.body;
    if (only !== undefined && input.body.length === 1 && input.unwrap.length === 1) {
      return this.#element(only, args);
    }
    const message = wrap(input, args, this.operation.name);
    let xml = "";
    for (const element of input.body) xml += this.#element(element, message[element.key]);
    return xml;
  }

  /**
   * What stands in the Header. `headers` may hold blocks of other operations too; they are left out. Every text in a block
   * is added to `secrets`, unless its element is one of `plainHeaders`. Throws a `ConfigurationError`.
   */
  encodeHeaders(headers: unknown, secrets: Secrets, plainHeaders: ReadonlySet<string>): string {
    if (headers === undefined) return "";
    if (typeof headers !== "object" || headers === null || Array.isArray(headers)) {
      throw new ConfigurationError(`headers takes an object of header blocks, but is ${describeKind(headers)}.`, {
        option: "headers",
      });
    }
    let xml = "";
    for (const element of this.operation.input.headers) {
      const value: unknown = Object.hasOwn(headers, element.key) ? Reflect.get(headers, element.key) : undefined;
      if (value === undefined) continue;
      xml += this.#header(element, value);
      collect(value, element.key, secrets, plainHeaders);
    }
    return xml;
  }

  #header(element: ElementNode, value: unknown): string {
    try {
      return this.codec.encode(element, value, `headers.${element.key}`, this.#encode);
    } catch (error) {
      if (!isArgumentError(error)) throw error;
      throw new ConfigurationError(`${error.path} takes ${error.expected}, but is ${error.received}.`, {
        option: error.path,
      });
    }
  }

  #element(element: ElementNode, value: unknown): string {
    return this.codec.encode(element, value, element.name.local, this.#encode);
  }
}

function collect(value: unknown, name: string, secrets: Secrets, plain: ReadonlySet<string>): void {
  if (plain.has(name) || value === null || value === undefined) return;
  if (typeof value !== "object") secrets.add(String(value));
  else if (value instanceof Uint8Array) secrets.add(Buffer.from(value).toString("base64"));
  else if (Array.isArray(value)) for (const item of value) collect(item, name, secrets, plain);
  else for (const [key, inner] of Object.entries(value)) collect(inner, key, secrets, plain);
}

/** SOAP 1.2 Part 2, Appendix A: `action` is a quoted string. It is sent only where the WSDL requires it. */
function contentTypeOf({ soapActionRequired }: OperationNode, terms: SoapVersionTerms, action: string): string {
  if (terms.version === "1.1" || soapActionRequired !== true || action === "") return terms.contentType;
  return `${terms.contentType}; action="${action.replaceAll("\\", "\\\\")}"`;
}

/** The message around the value that the method takes: `unwrap` read backwards. */
function wrap(message: MessageNode, args: unknown, operation: string): { readonly [key: string]: unknown } {
  const [first, ...rest] = message.unwrap;
  if (first !== undefined) {
    return { [first]: rest.reduceRight<unknown>((value, key) => ({ [key]: value }), args) };
  }
  if (args === undefined) return {};
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw argumentError(operation, "an object", describeKind(args));
  }
  const known = new Set(message.body.map(({ key }) => key));
  for (const key of Object.keys(args)) {
    if (!known.has(key)) throw argumentError(`${operation}.${key}`, "no property of this name", "one");
  }
  const values: { [key: string]: unknown } = Object.create(null);
  for (const key of known) values[key] = Reflect.get(args, key);
  return values;
}

function argumentError(path: string, expected: string, received: string): ArgumentError {
  return new ArgumentError(`${path} takes ${expected}, but is ${received}.`, { path, expected, received });
}
