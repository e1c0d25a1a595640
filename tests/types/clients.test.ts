/** The ways in which a service's code, its injection container and its tests use the generated clients. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleOf } from "soapwright-testing/stage/slow";
import { compile } from "soapwright-testing/types/compile";
import { contract } from "soapwright-testing/wire/contract-facts";
import ts from "typescript";

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
