import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AttachmentStream, AttachmentsOf, Call, WithAttachments } from "soapwright-runtime";
import type { XmlElement } from "soapwright-runtime/tables";
import {
  type Campaign,
  type CampaignInput,
  type CampaignInput2,
  Campaigns,
  type Save,
  Status,
} from "soapwright-testing/golden/cases/arguments/index";
import type { add } from "soapwright-testing/golden/cases/rpc-encoded/types";
import { sampleOf } from "soapwright-testing/stage/slow";
import { compile } from "soapwright-testing/types/compile";
import { contract } from "soapwright-testing/wire/contract-facts";
import ts from "typescript";
import type { AttachmentValue } from "../../packages/soapwright-runtime/src/octets";

/** The ways in which a service's code, its injection container and its tests use the generated clients. */
describe("clients", () => {
  const folder = join(__dirname, "clients");
  const right = join(folder, "right.ts");
  const wrong = join(folder, "wrong.ts");
  const types = ["node", "jest"];

  /** NestJS emits the type of the parameter as a value too. */
  const decorated = `
import { EmployeeServiceV3 } from "../src/index";
import { EmployeeServiceV3 as OfVersion } from "../generated/v3/index";
declare function Injectable(): ClassDecorator;
declare function Inject(token: abstract new (...args: never[]) => unknown): ParameterDecorator;
@Injectable()
export class Addresses {
  constructor(readonly client: EmployeeServiceV3, @Inject(OfVersion) readonly same: OfVersion) {}
}
`;

  test("a class is the injection token of NestJS, from the package and from the version's entry point", () => {
    const reports = join(__dirname, "../../reports");
    mkdirSync(reports, { recursive: true });
    const file = join(reports, "injection.ts");
    writeFileSync(file, decorated);
    try {
      expect(compile([file], { experimentalDecorators: true, emitDecoratorMetadata: true })).toEqual([]);
    } finally {
      rmSync(file);
    }
  }, 60_000);

  test.each(sampleOf([true, false], 2))(
    "tokens, doubles, tenants and options compile, and misuse does not, with exactOptionalPropertyTypes %s",
    (exactOptionalPropertyTypes) => {
      expect(compile([right, wrong], { types, exactOptionalPropertyTypes })).toEqual([]);
    },
    60_000,
  );

  /** Returns what an editor shows for the property `name` of the type or interface `owner`. */
  function hover(file: string, owner: string, name: string): string {
    const program = ts.createProgram([file], { noLib: true, noResolve: true });
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(file)!;
    let found: ts.Symbol | undefined;
    const visit = (node: ts.Node): void => {
      const isOwner =
        [ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration, ts.isClassDeclaration].some((is) => is(node)) &&
        (node as ts.DeclarationStatement).name?.text === owner;
      if (isOwner) found = checker.getTypeAtLocation(node).getProperty(name);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return ts.displayPartsToString(found?.getDocumentationComment(checker));
  }

  const generated = join(__dirname, "../../generated");

  test.each([
    ["v3", "client", "EmployeeServiceV3Credentials", "domain", /identifies you.*not a secret/],
    ["v3", "client", "EmployeeServiceV3Credentials", "username", /only if the owner of the service asks/],
    ["v2.1", "client", "EmployeeServiceV21Credentials", "username", /Every call of version 2\.1 needs it/],
    ["v2.1", "client", "EmployeeServiceV21Credentials", "token", /never show it.*expiresAt/],
    ["v3", "client", "EmployeeServiceV3Api", "addressGetList", /^Returns all addresses/],
    ["v3", "client", "EmployeeServiceV3", "addressGetList", /^Returns all addresses/],
    ["v3", "client", "EmployeeServiceV3", "addressGetListStream", /^The items of addressGetList/],
    ["v3", "types", "EmployeeAddress", "Street", /^Name of the street\.[^—]*$/],
    ["v3", "types", "EmployeeAddress", "HouseNumberAddition", /follows the house number/],
    ["v3", "types", "AuthHeaderWithDomain", "Domain", /domain of the caller/],
    ["v2.1", "types", "AuthHeader", "Username", /name of the user/],
  ])("%s: the hover of %s, %s.%s, says what it is", (version, module, owner, name, want) => {
    // The documentation of a field comes from the WSDL; that of a credential is ours.
    if (!owner.endsWith("Credentials") && !contract.documented) return;
    expect(hover(join(generated, version, `${module}.ts`), owner, name)).toMatch(want);
  });

  test("no property of the contract's types has a hover of its XML type alone", () => {
    if (!contract.documented) return;
    const { versions } = JSON.parse(readFileSync(join(generated, "../wsdl/versions.json"), "utf8")) as {
      readonly versions: readonly { readonly folder: string; readonly types?: readonly string[] }[];
    };
    let count = 0;
    for (const { folder: version, types = [] } of versions) {
      const text = readFileSync(join(generated, version, "types.ts"), "utf8");
      // Types of further operations have the documentation of their WSDL, or none.
      const own = [...text.matchAll(/^export interface (\w+)[\s\S]*?^}/gm)].filter(([, name]) => types.includes(name!));
      count += own.length;
      expect(own.flatMap(([block]) => block.match(/\/\*\* xs:\w+ \*\/\n.*/g) ?? [])).toEqual([]);
    }
    expect(count).toBeGreaterThan(3);
  });
});

/**
 * Arguments that compile and arguments that do not: `make typecheck` reads them, and the client refuses the same ones.
 */
describe("argument types", () => {
  const client = new Campaigns({ endpoint: "http://127.0.0.1:9/campaigns", retries: 0 });
  afterAll(() => client.close());

  const campaign: CampaignInput2 = { EndDate: new Date(0), Status: "Active" };
  const required = { Campaign: [campaign], B: ["1"] };
  const save: Save = required;

  /** Returns the message of a call that is refused before anything is sent. */
  async function refusal(call: () => Call<unknown>): Promise<string> {
    return call().then(
      () => "",
      (error: Error) => error.message,
    );
  }

  test("a type of both directions takes a Date and the known values as an argument", async () => {
    const read: Campaign = { EndDate: "2026-11-21T08:30:00Z", Status: "Activ" };
    // @ts-expect-error A result is text.
    read.EndDate = new Date(0);
    // @ts-expect-error No value of Status.
    const wrong: CampaignInput2 = { EndDate: "2026-11-21T08:30:00Z", Status: "Activ" };
    expect(await refusal(() => client.save({ ...save, Campaign: [wrong] }))).toContain("Status");
    expect(await refusal(() => client.save(save))).toContain("127.0.0.1");
    const natural: CampaignInput = { Note: "Its name was taken." };
    expect([natural, read, Status]).toBeDefined();
  });

  test("a nillable element with base64Binary is octets, their source, or null", async () => {
    expect(await refusal(() => client.picture(null))).toContain("127.0.0.1");
    expect(await refusal(() => client.picture(new Uint8Array(1)))).toContain("127.0.0.1");
    // @ts-expect-error Text is no octets.
    expect(await refusal(() => client.picture("text"))).not.toContain("127.0.0.1");
  });

  test("an abstract type without derived types has no values", async () => {
    // @ts-expect-error Nothing is a Budget.
    const wrong: Save = { ...required, Budget: { Sum: 1 } };
    expect(await refusal(() => client.save(wrong))).toContain("Budget");
  });

  test("an optional group is there as a whole, or not at all", async () => {
    const whole: Save = { ...required, Street: "Main Street", City: "Springfield" };
    expect(await refusal(() => client.save(whole))).toContain("127.0.0.1");
    // @ts-expect-error City is missing.
    const part: Save = { ...required, Street: "Main Street" };
    expect(await refusal(() => client.save(part))).toContain("City");
    // @ts-expect-error So are Street and City.
    const rest: Save = { ...required, Country: "US" };
    expect(await refusal(() => client.save(rest))).toMatch(/Street|City|Country/);
  });

  test("an empty list of a branch of a choice compiles", () => {
    const chosen: Save = { Campaign: [campaign], A: ["1"], B: [] };
    expect(chosen.B).toEqual([]);
  });

  test("the parts of an encoded message are required", () => {
    // @ts-expect-error Without its parts.
    const nothing: add = {};
    const all: add = { order: null, count: 1 };
    expect([nothing, all]).toBeDefined();
  });
});

declare function resultOf<T>(result: AttachmentsOf<T, { readonly attachments: "stream" }>): T;

/** Types of results with binary data: `make typecheck` reads them. */
describe("attachment types", () => {
  interface Photo {
    readonly Name: string;
    readonly Octets: Uint8Array;
  }
  type Inferred = ReturnType<typeof infer>;
  const infer = (streams: { readonly Name: string; readonly Octets: AttachmentStream }) => resultOf(streams);

  test("streams are there where the options say so, and nothing is inferred from them", () => {
    const streamed: AttachmentsOf<Photo, { readonly attachments: "stream" }>["Octets"] extends AttachmentStream
      ? true
      : false = true;
    const whole: AttachmentsOf<Photo, { readonly timeoutMs: 1 }> extends Photo ? true : false = true;
    // To infer from a result, a compiler compares all types of the service with each other, which never ends for EWS.
    const nothing: unknown extends Inferred ? true : false = true;
    expect([streamed, whole, nothing]).toEqual([true, true, true]);
  });

  test("what has no octets is taken as it is, lists that are only read too", () => {
    const arguments_: { readonly Any: readonly XmlElement[]; readonly Left?: (XmlElement | null)[] } = { Any: [] };
    const taken: WithAttachments<typeof arguments_> = arguments_;
    const streams: AttachmentsOf<typeof arguments_, { readonly attachments: "stream" }> = arguments_;
    const octets: WithAttachments<{ Pages: Uint8Array[] }>["Pages"][number] extends AttachmentValue ? true : false =
      true;
    expect([taken, streams, octets]).toEqual([arguments_, arguments_, true]);
  });
});

/** The exports of entry points, from the built declarations: their number, and every type that a user meets. */
describe("public names", () => {
  const runtime = "packages/soapwright-runtime/dist";
  /** The entry points for users, and the one that generated code imports. */
  const [client, main] = ["dist/index.d.ts", `${runtime}/index.d.ts`];
  const features = "packages/soapwright-features/dist/index.d.ts";
  /** What generated services, their command and telemetry take, beside what is for people. */
  const forTools = new Set(["ServiceVersion", "addressesOf", "installInterceptors", "observe"]);
  const forPeople = [client, main, `${runtime}/errors.d.ts`, `${runtime}/extend.d.ts`, features];
  let entries: readonly string[];

  let program: ts.Program;
  let checker: ts.TypeChecker;
  beforeAll(() => {
    if (!existsSync(client)) throw new Error("dist/ is absent: run `make build` first");
    // What is special to one version is exported by the entry point of the version.
    const versions = readdirSync("dist").filter((name) => /^v\d.*\.d\.ts$/.test(name));
    const generated = ["index", "codecs", "tables"].map((name) => `${runtime}/${name}.d.ts`);
    entries = [...forPeople, ...generated, ...versions.map((name) => `dist/${name}`)];
    program = ts.createProgram(
      entries.map((path) => resolve(path)),
      {
        noEmit: true,
        skipLibCheck: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.Node16,
        types: ["node"],
      },
    );
    checker = program.getTypeChecker();
  });

  const declared = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  function exportsOf(entry: string): ts.Symbol[] {
    const file = program.getSourceFile(resolve(entry));
    return checker.getExportsOfModule(checker.getSymbolAtLocation(file!)!);
  }

  test("the client exports at most 34 names, and 13 for each version", () => {
    const { versions } = JSON.parse(readFileSync("wsdl/versions.json", "utf8")) as { readonly versions: unknown[] };
    expect(exportsOf(client).length).toBeLessThanOrEqual(34 + 13 * versions.length);
  });

  test("the run time's main entry point exports at most 91 names", () => {
    expect(exportsOf(main).length).toBeLessThanOrEqual(91);
  });

  test("every type that a method, a function or an interface for people mentions is exported", () => {
    const exported = new Set(entries.flatMap((entry) => exportsOf(entry).map(declared)));
    expect(exported.size).toBeGreaterThan(200);
    const missing: string[] = [];
    for (const symbol of new Set(forPeople.flatMap((entry) => exportsOf(entry).map(declared)))) {
      if (forTools.has(symbol.name)) continue;
      for (const node of (symbol.declarations ?? []).flatMap(signatures)) {
        for (const name of unexported(node, exported)) missing.push(`${symbol.name}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  /** Returns the nodes of a declaration that a caller reads, without private members and the targets of aliases. */
  function signatures(node: ts.Declaration): ts.Node[] {
    if (ts.isFunctionDeclaration(node)) return [node];
    if (!ts.isClassDeclaration(node) && !ts.isInterfaceDeclaration(node)) return [];
    return [...node.members].filter(
      (member) =>
        (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0 &&
        !(member.name !== undefined && ts.isPrivateIdentifier(member.name)),
    );
  }

  /** Returns the names of types of these packages that `node` mentions and no entry point exports. */
  function unexported(node: ts.Node, exported: ReadonlySet<ts.Symbol>): string[] {
    const inner = node.getChildren().flatMap((child) => unexported(child, exported));
    if (!ts.isTypeReferenceNode(node)) return inner;
    const symbol = declared(checker.getSymbolAtLocation(node.typeName)!);
    const isOurs = symbol.declarations?.some((one) => /\/dist\/(?!.*node_modules)/.test(one.getSourceFile().fileName));
    const isParameter = (symbol.flags & ts.SymbolFlags.TypeParameter) !== 0;
    return !isOurs || isParameter || exported.has(symbol) ? inner : [symbol.name, ...inner];
  }
});
