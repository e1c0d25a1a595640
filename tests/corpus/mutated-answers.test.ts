/**
 * Each made answer is changed in one step, and read under each level of validation: the value has every text that the
 * answer has, or the answer is refused, or a note names what was left out.
 */
import { join } from "node:path";
import { type ResponseNote, ServiceClient } from "soapwright-runtime";
import { customTransport } from "soapwright-runtime/extend";
import type { OperationNode, ServiceNode, XmlElement } from "soapwright-runtime/tables";
import { corpusFolder, describeCorpus } from "soapwright-testing/corpus/corpus-folder";
import { runtime } from "soapwright-testing/corpus/generated-tables";
import { isSlow } from "soapwright-testing/stage/slow";
import { Survey, treeOf, writeTree } from "soapwright-verify";
import { loadTables } from "../../packages/soapwright/src/commands/verify/generated-tables";
import { generate } from "../../packages/soapwright/src/pipeline";
import { payloadsOf } from "../../packages/soapwright-verify/src/proof/payload";

/** Services of the corpus that generate and have answers with text. `make test` runs the first ones. */
const SERVICES = [
  "node-soap/complex/mixed-sequence.wsdl",
  "spring-airline/airline.wsdl",
  "soap4r/test/wsdl/ref/product.wsdl",
  "cxf/tools/wsdlto/test/src/test/resources/wsdl2java_wsdl/hello_world_encoding.wsdl",
  "metro/unit-rearch/src/client/marshalltest/config/MarshallTestService.wsdl",
  "node-soap/wsdl_with_restriction_attributes.wsdl",
  "strong-soap/attributegroup_ref.wsdl",
  "strong-soap/restriction_anonymous_types.wsdl",
  "strong-soap/strict/nillable.wsdl",
  "soap4r/test/wsdl/list/list.wsdl",
  "soap4r/test/wsdl/overload/overload.wsdl",
  "soap4r/test/wsdl/group/group.wsdl",
  "soap4r/test/wsdl/choice/choice.wsdl",
  "wsdl-tsclient/TestService.wsdl",
  "node-soap/multi-service.wsdl",
  "dotnet-wcf/mcMemberNamedSystem.wsdl",
  "amadeus/testwsdl.wsdl",
  "node-soap/strict/EVacSyncService_SPClient.wsdl",
  "vies/checkVatService.wsdl",
  "dotnet-wcf/CollectionTypes.wsdl",
  "sunat-greenter/billService.wsdl",
  "czech-isds/dm_VoDZ.wsdl",
  "zeep/hello_world_recursive.wsdl",
];
const LEVELS = ["strict", "standard", "lenient"] as const;
/** The number of elements of one answer that are changed. `make slow-test` changes more. */
const MOST_ELEMENTS = isSlow ? 60 : 8;
const MOST_OPERATIONS = isSlow ? 25 : 5;

interface Mutation {
  readonly step: string;
  readonly answer: readonly XmlElement[];
  /** The number of texts that the answer has more than the original one; negative where an element was dropped. */
  readonly added: number;
}

const isElement = (child: string | XmlElement): child is XmlElement => typeof child !== "string";
const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

const XSI = "http://www.w3.org/2001/XMLSchema-instance";

/** The number of texts of elements and attributes that may be values; of a list, each item. Attributes of xsi are none. */
function textsIn({ attributes, children }: XmlElement): number {
  const itemsIn = (text: string): number => text.split(/[ \t\r\n]+/).filter(Boolean).length;
  const own = attributes.reduce((sum, { name, value }) => sum + (name.namespace === XSI ? 0 : itemsIn(value)), 0);
  return children.reduce((sum, child) => sum + (isElement(child) ? textsIn(child) : itemsIn(child)), own);
}

type Place = readonly number[];

function placesIn(element: XmlElement, at: Place = []): Place[] {
  return [at, ...element.children.flatMap((child, index) => (isElement(child) ? placesIn(child, [...at, index]) : []))];
}

function at(root: XmlElement, place: Place): XmlElement {
  return place.reduce((element, index) => element.children[index] as XmlElement, root);
}

/** Returns the tree with other elements in place of one. */
function replaced(root: XmlElement, [index, ...rest]: Place, by: readonly (string | XmlElement)[]): XmlElement {
  const children = root.children.flatMap((child, each) => {
    if (each !== index) return [child];
    return rest.length === 0 ? by : [replaced(child as XmlElement, rest, by)];
  });
  return { ...root, children };
}

function otherCase(local: string): string {
  const [first = ""] = local;
  return (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + local.slice(1);
}

/** Every change of one step of the element at the place. */
function mutationsAt(root: XmlElement, place: Place): Mutation[] {
  const element = at(root, place);
  const { name } = element;
  const texts = textsIn(element);
  const put = (step: string, by: readonly XmlElement[], added = 0): Mutation => {
    const answer = place.length === 0 ? by : [replaced(root, place, by)];
    return {
      step: `${step} ${[root, ...place.map((_, depth) => at(root, place.slice(0, depth + 1)))].map((each) => each.name.local).join("/")}`,
      answer,
      added,
    };
  };
  const named = (step: string, other: Partial<XmlElement["name"]>): Mutation =>
    put(step, [{ ...element, name: { ...name, ...other } }]);
  const mutations = [
    named("rename", { local: `${name.local}X` }),
    named("other namespace", { namespace: "urn:other" }),
    named("no or some namespace", { namespace: name.namespace === "" ? root.name.namespace || "urn:some" : "" }),
    named("other case", { local: otherCase(name.local) }),
    put("duplicate", [element, element], texts),
    put("drop", [], -texts),
    put("nest deeper", [{ name: { ...name, local: "Wrapper" }, attributes: [], children: [element] }]),
    put("nest in its own name", [{ ...element, attributes: [], children: [element] }]),
  ];
  const inner = element.children.filter(isElement);
  const between = textsIn({
    ...element,
    attributes: [],
    children: element.children.filter((each) => !isElement(each)),
  });
  if (inner.length > 0) mutations.push(put("nest less deep", inner, -element.attributes.length - between));
  if (place.length > 1) {
    const dropped = replaced(root, place, []);
    const up = at(dropped, place.slice(0, -2));
    const above = { ...up, children: [...up.children, element] };
    mutations.push({
      step: `move up ${name.local}`,
      answer: [place.length === 2 ? above : replaced(dropped, place.slice(0, -2), [above])],
      added: 0,
    });
  }
  const sibling = place.length === 0 ? undefined : siblingAfter(root, place);
  if (sibling !== undefined) {
    const last = place.at(-1)!;
    const into = { ...sibling.element, children: [...sibling.element.children, element] };
    const moved = replaced(root, [...place.slice(0, -1), sibling.index], [into]);
    mutations.push({ step: `move into the next of ${name.local}`, answer: [replaced(moved, place, [])], added: 0 });
    const swapped = replaced(root, [...place.slice(0, -1), sibling.index], [element]);
    mutations.push({
      step: `swap ${name.local} ${last}`,
      answer: [replaced(swapped, place, [sibling.element])],
      added: 0,
    });
  }
  return mutations;
}

function siblingAfter(
  root: XmlElement,
  place: Place,
): { readonly index: number; readonly element: XmlElement } | undefined {
  const { children } = at(root, place.slice(0, -1));
  for (let index = place.at(-1)! + 1; index < children.length; index++) {
    const child = children[index]!;
    if (isElement(child)) return { index, element: child };
  }
  return undefined;
}

/** The texts of a value. An element of a wildcard counts its texts, not its name. */
function leavesOf(value: unknown, into: string[] = []): string[] {
  if (value === undefined || value === null) return into;
  if (value instanceof Uint8Array) into.push(Buffer.from(value).toString("base64"));
  else if (Array.isArray(value)) for (const each of value) leavesOf(each, into);
  else if (typeof value === "object") {
    const isTree = "name" in value && (("attributes" in value && "children" in value) || "value" in value);
    for (const [key, each] of Object.entries(value))
      if (key !== "$type" && !(isTree && (key === "name" || key === "prefixes"))) leavesOf(each, into);
  } else if (!isBlank(String(value))) into.push(String(value));
  return into;
}

/** The number of texts in `all` that `some` lacks. */
function missing(all: readonly string[], some: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const each of some) counts.set(each, (counts.get(each) ?? 0) + 1);
  let lacking = 0;
  for (const each of all) {
    const count = counts.get(each) ?? 0;
    if (count === 0) lacking++;
    else counts.set(each, count - 1);
  }
  return lacking;
}

class AnyClient extends ServiceClient {}
interface Caller {
  call(
    operation: OperationNode,
    args: unknown,
  ): { withResponse(): Promise<{ result: unknown; notes?: readonly ResponseNote[] }> };
}

/** A service whose answers are given. */
class Answers {
  #xml = "";
  readonly #clients = new Map<string, Caller>();

  constructor(private readonly service: ServiceNode) {}

  async read(operation: OperationNode, level: (typeof LEVELS)[number], answer: readonly XmlElement[], prefix?: string) {
    const namespace = operation.style === "rpc" || prefix === undefined ? undefined : answer[0]?.name.namespace;
    const prefixes = namespace === undefined ? undefined : new Map([[prefix!, namespace]]);
    const soap = this.service.ports[0]?.soapVersion === "1.2";
    const envelope = soap ? "http://www.w3.org/2003/05/soap-envelope" : "http://schemas.xmlsoap.org/soap/envelope/";
    const body = answer.map((each) => writeTree(each, prefixes && { prefixes })).join("");
    this.#xml = `<s:Envelope xmlns:s="${envelope}"><s:Body>${body}</s:Body></s:Envelope>`;
    const { result, notes = [] } = await this.#client(level).call(operation, {}).withResponse();
    return { result, isNoted: notes.length > 0 };
  }

  #client(validation: (typeof LEVELS)[number]): Caller {
    const known = this.#clients.get(validation);
    if (known !== undefined) return known;
    const transport = customTransport({
      send: async () => ({
        status: 200,
        headers: { "content-type": "text/xml; charset=utf-8" },
        body: (async function* (xml: string) {
          yield Buffer.from(xml);
        })(this.#xml),
      }),
    });
    const options = { endpoint: "http://127.0.0.1:9/", validation, retries: 0, transport };
    const client = new AnyClient(this.service, options as never) as unknown as Caller;
    this.#clients.set(validation, client);
    return client;
  }
}

interface Judged {
  readonly mutations: number;
  readonly silent: readonly string[];
  /** Refusals that say of lenient validation what it does not do. */
  readonly misled: readonly string[];
  readonly read: number;
  readonly refused: number;
  readonly noted: number;
}

async function judge(source: string): Promise<Judged> {
  const options = { decimal: "string", int64: "bigint", source, extension: "" } as const;
  const { model, schemas, files } = await generate(source, options);
  if (!model || !schemas) throw new Error(`${source} does not generate`);
  const tables = loadTables(files ?? new Map(), runtime);
  const payloads = payloadsOf(model, tables).filter(({ root }) => root.role === "result");
  const survey = new Survey(
    payloads.map(({ root }) => root),
    schemas,
  );
  const services = Object.values(tables).filter(
    (each) => (each as Partial<ServiceNode>).ports !== undefined,
  ) as ServiceNode[];
  const judged = { mutations: 0, silent: [] as string[], misled: [] as string[], read: 0, refused: 0, noted: 0 };
  for (const [index, payload] of payloads.slice(0, MOST_OPERATIONS).entries()) {
    const operation = tables[payload.operation.constant] as OperationNode;
    const service = services.find(({ operations }) => operations.includes(operation));
    if (service === undefined || operation.output?.body.length !== 1) continue;
    if (!survey.isPossible(payload.root) || survey.isTooLarge(payload.root)) continue;
    const [encoding] = payload.encodings;
    const root = treeOf(survey.makeSample(payload.root, index), encoding && { soapVersion: encoding, isRoot: true });
    // The input is left out, so that no arguments are needed.
    const input = { ...operation.input, body: [], headers: [], unwrap: [] };
    const asked = { ...operation, input } as OperationNode;
    const answers = new Answers({ ...service, operations: [asked] });
    for (const level of LEVELS) {
      const { result } = await answers.read(asked, level, [root]);
      const leaves = leavesOf(result);
      expect({ leaves: leavesOf((await answers.read(asked, level, [root], "zz")).result) }).toEqual({ leaves });
      const places = placesIn(root);
      const step = Math.ceil(places.length / MOST_ELEMENTS);
      for (const mutation of places
        .filter((_, each) => each % step === 0)
        .flatMap((place) => mutationsAt(root, place))) {
        judged.mutations++;
        try {
          const got = await answers.read(asked, level, mutation.answer);
          const values = leavesOf(got.result);
          // A QName is two leaves of a value.
          const lacks = missing(leaves, values) > Math.max(0, -2 * mutation.added);
          const isCut = mutation.added > 0 && values.length <= leaves.length;
          if (got.isNoted) judged.noted++;
          else if (lacks || isCut) judged.silent.push(`${level} ${operation.name}: ${mutation.step}`);
          else judged.read++;
        } catch (error) {
          if (!(error instanceof Error) || !("code" in error)) throw error;
          judged.refused++;
          if (level === "lenient") continue;
          const isRead = await answers.read(asked, "lenient", mutation.answer).then(
            () => true,
            () => false,
          );
          if (claimsLenient(error.message) !== isRead)
            judged.misled.push(`${level} ${operation.name}: ${mutation.step}: ${error.message}`);
        }
      }
    }
  }
  return judged;
}

/** Whether a message of a refusal says that lenient validation reads the response, and with which option. */
function claimsLenient(message: string): boolean {
  return /Lenient validation gives .* [Ss]et validation: "lenient"|\(validation is strict\)/.test(message);
}

test("no level drops a text of the fixture's answers without a word", async () => {
  const judged = await judge(join(__dirname, "mutated.wsdl"));
  expect(judged.silent).toEqual([]);
  expect(judged.misled).toEqual([]);
  expect(judged.mutations).toBeGreaterThan(300);
  for (const count of [judged.read, judged.refused, judged.noted]) expect(count).toBeGreaterThan(20);
}, 120_000);

describeCorpus("answers of the corpus", () => {
  test.each(isSlow ? SERVICES : SERVICES.slice(0, 2))(
    "no level drops a text without a word: %s",
    async (path) => {
      const judged = await judge(join(corpusFolder, "wsdl", path));
      console.info(
        `${path}: ${judged.mutations} changes, ${judged.read} read whole, ${judged.refused} refused, ${judged.noted} noted`,
      );
      expect(judged.silent).toEqual([]);
      expect(judged.misled).toEqual([]);
      expect(judged.mutations).toBeGreaterThan(0);
    },
    600_000,
  );
});
