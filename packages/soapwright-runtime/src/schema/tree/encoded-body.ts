import { LENIENT_ADVICE } from "../../errors/advice";
import { ResponseError } from "../../errors/response-error";
import type { Departure, Validation } from "../content/content-checks";
import type { ElementDecoder } from "../decode/frame";
import { MAX_SHOWN_NAME, shown } from "../decode/meant-names";
import type { NoteTaker } from "../decode/response-notes";
import { ENCODING_11, ENCODING_12, RPC_12 } from "../schema-namespaces";
import type { DecodeScope } from "../scope";
import type { ElementNode } from "../tables/nodes";
import { plainElements } from "../tables/properties";
import type { QName, XmlElement } from "../tables/table-values";
import { replayReferences } from "./references";
import { TreeReader } from "./tree-reader";

/** What the Body of one operation's response is read by. */
interface EncodedTerms {
  /** `name` is the name on the wire. */
  readonly response: { readonly element: ElementNode; readonly name: QName };
  /** The elements of the request's Body. */
  readonly input: readonly ElementNode[];
  /** Whether the children of the response element are the parts of the message, which SOAP 1.1, 7.1, is about. */
  readonly isRpc: boolean;
  readonly validation: Validation;
  readonly notes: NoteTaker;
}

/**
 * Reads the Body of a response in the SOAP encoding (SOAP 1.1, section 5): the response element and its siblings, which
 * are multi-reference values. The whole Body is read before any of it is decoded.
 */
export class EncodedBody {
  readonly #scope: DecodeScope;
  readonly #children: TreeReader[] = [];
  readonly #terms: EncodedTerms;

  constructor(terms: EncodedTerms, scope: DecodeScope) {
    this.#terms = terms;
    this.#scope = scope;
  }

  next(): TreeReader {
    const reader = new TreeReader(this.#scope);
    this.#children.push(reader);
    return reader;
  }

  /** The child with the response's name, or else the first child that is a root (SOAP 1.1, 5.6). */
  get root(): XmlElement | undefined {
    const { namespace, local } = this.#terms.response.name;
    const children = this.#children.map(({ element }) => element);
    return children.find(({ name }) => name.local === local && name.namespace === namespace) ?? children.find(isRoot);
  }

  get element(): ElementNode {
    return this.#terms.response.element;
  }

  /** Resolves every reference. Throws a `ResponseError` when the value does not fit the schema. */
  decode(root: XmlElement, start: (scope: DecodeScope) => ElementDecoder): unknown {
    const { isRpc, response } = this.#terms;
    const { name } = response;
    const children = this.#children.map((child) => child.element);
    const body: XmlElement = { name: { namespace: "", local: "Body" }, attributes: [], children };
    const { children: accessors, departure } = isRpc ? this.#namedAsParts(root) : { children: root.children };
    const named = { ...root, name, children: accessors };
    const startRoot = (scope: DecodeScope): ElementDecoder => {
      const decoder = start(scope);
      if (departure !== undefined) decoder.depart(departure);
      return decoder;
    };
    const used = new Set<XmlElement>();
    const position = this.#scope.position();
    const { value } = replayReferences(body, named, startRoot, { position, used });
    for (const child of children) if (child !== root && !used.has(child)) this.#refuseBeside(child);
    return value;
  }

  /** Nothing refers to the element, so that no value has its text. An element with an id was only meant to be one. */
  #refuseBeside(child: XmlElement): void {
    const { notes, response, validation } = this.#terms;
    const isTarget = !isRoot(child) || idOf(child) !== undefined;
    if (validation === "strict" || (validation === "standard" && !isTarget)) {
      this.#fail(
        `${shown(child.name)} is beside ${shown(response.name)}, and nothing refers to it`,
        "the value without it",
      );
    }
    const path = `Envelope/Body/${child.name.local}`;
    notes.note({
      place: child.name.local,
      came: shown(child.name),
      read: "nothing, because nothing refers to it",
      path: () => path,
    });
  }

  /**
   * Returns the children of the response element under the names of the parts. "The name of the return value accessor is
   * not significant" (SOAP 1.1, 7.1), so it is the accessor without the name of a part; SOAP::Lite calls it `s-gensym3`,
   * and names no other accessor either, so that then the position decides. Services also qualify accessors, which have no
   * namespace by the specification.
   */
  #namedAsParts(root: XmlElement): {
    readonly children: readonly (string | XmlElement)[];
    readonly departure?: Departure | undefined;
  } {
    const { response, input, validation } = this.#terms;
    const parts = plainElements(response.element.type) ?? [];
    const children = root.children.filter((child) => !isResultName(child));
    const accessors = children.filter((child) => typeof child !== "string");
    const parameters = input.flatMap((element) => plainElements(element.type) ?? []);
    const isParameter = ({ name }: ElementNode) => parameters.some((parameter) => parameter.name.local === name.local);
    const result = parts.find((part) => !isParameter(part)) ?? parts[0];
    const partOf = new Map<XmlElement, ElementNode>();
    for (const accessor of accessors) {
      const part = partFor(accessor.name, parts, validation === "lenient");
      if (part !== undefined) partOf.set(accessor, part);
    }
    let byPosition = false;
    const isMissing = (part: ElementNode) => ![...partOf.values()].includes(part);
    const unknown = accessors.filter((accessor) => !partOf.has(accessor));
    const [first] = unknown;
    const resultName = resultNameIn(root);
    if (first !== undefined && parts.some(isMissing)) {
      const named = unknown.find((accessor) => accessor.name.local === resultName);
      const isAlone = unknown.length === 1 && parts.filter(isMissing).length === 1;
      if (result !== undefined && isMissing(result) && (named !== undefined || isAlone)) {
        partOf.set(named ?? first, result);
      } else if (partOf.size === 0 && accessors.length === parts.length) {
        byPosition = true;
        accessors.forEach((each, index) => {
          partOf.set(each, parts[index]!);
        });
      }
    }
    // Drafts of SOAP 1.2 had the value itself there, which would be lost.
    if (resultName && result !== undefined && isMissing(result))
      this.#fail("rpc:result names an accessor that is not in it");
    const message = misfitOf(response.name, accessors, parts);
    const isMisfit = () => parts.some(isMissing) && accessors.some((accessor) => !partOf.has(accessor));
    const isOtherCase = isMisfit();
    if (isOtherCase) {
      for (const accessor of unknown) {
        const part = partFor(accessor.name, parts, true);
        if (part !== undefined && isMissing(part) && !partOf.has(accessor)) partOf.set(accessor, part);
      }
      if (isMisfit()) this.#fail(message);
    }
    const isDeparture = isOtherCase || (validation === "strict" && (byPosition || parts.some(isMissing)));
    const gives = isOtherCase
      ? "the parts that have these names in another case"
      : byPosition
        ? "the parts by their position"
        : "undefined for the parts that did not come";
    const named = children.map((child) => {
      const part = typeof child === "string" ? undefined : partOf.get(child);
      return part === undefined ? child : { ...(child as XmlElement), name: part.name };
    });
    return { children: named, departure: isDeparture ? { message, gives } : undefined };
  }

  #fail(message: string, gives?: string): never {
    const path = "Envelope/Body";
    const { line, column } = this.#scope.position();
    const text = `The response does not match the schema at ${path}: ${message} (line ${line}, column ${column}).`;
    const where = { reason: "value", path, line, column } as const;
    if (gives === undefined) throw new ResponseError(text, where);
    const outcome = `Lenient validation gives ${gives}.`;
    throw new ResponseError(text, { ...where, outcome, advice: LENIENT_ADVICE });
  }
}

function misfitOf({ local: name }: QName, accessors: readonly XmlElement[], parts: readonly ElementNode[]): string {
  const list = (named: readonly { readonly name: QName }[]): string => {
    const names = named.slice(0, MAX_NAMES).map(({ name }) => name.local.slice(0, MAX_SHOWN_NAME));
    return names.length === 0 ? "none" : names.join(", ");
  };
  return `the ${accessors.length} accessors of ${name} (${list(accessors)}) are not its ${parts.length} parts (${list(parts)})`;
}

/** The number of names in a message. */
const MAX_NAMES = 20;

function isResultName(child: string | XmlElement): boolean {
  return typeof child !== "string" && child.name.namespace === RPC_12;
}

/** The name that `rpc:result` gives the accessor of the return value. */
function resultNameIn({ children }: XmlElement): string | undefined {
  const name = children.find((child) => typeof child !== "string" && isResultName(child)) as XmlElement | undefined;
  return name?.children
    .filter((child) => typeof child === "string")
    .join("")
    .trim()
    .replace(/^.*:/, "");
}

/** `lenient` ignores the case, where only one part is meant. */
function partFor({ local }: QName, parts: readonly ElementNode[], isLenient: boolean): ElementNode | undefined {
  const part = parts.find(({ name }) => name.local === local);
  if (part !== undefined || !isLenient) return part;
  const [like, other] = parts.filter(({ name }) => name.local.toLowerCase() === local.toLowerCase());
  return other === undefined ? like : undefined;
}

function idOf({ attributes }: XmlElement): string | undefined {
  return attributes.find(({ name }) => name.local === "id" && (name.namespace === "" || name.namespace === ENCODING_12))
    ?.value;
}

function isRoot({ attributes }: XmlElement): boolean {
  return !attributes.some(
    ({ name, value }) =>
      name.local === "root" &&
      (name.namespace === ENCODING_11 || name.namespace === ENCODING_12) &&
      (value === "0" || value === "false"),
  );
}
