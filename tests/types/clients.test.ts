/** What a service's code, its injection container and its tests do with the generated clients. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { compile } from "./compile";

const folder = join(__dirname, "clients");
const right = join(folder, "right.ts");
const wrong = join(folder, "wrong.ts");
const types = ["node", "jest"];

/** As NestJS has it: the parameter's type is emitted as a value too. */
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

test.each([true, false])(
  "tokens, doubles, tenants and options compile, and misuse does not, with exactOptionalPropertyTypes %s",
  (exactOptionalPropertyTypes) => {
    expect(compile([right, wrong], { types, exactOptionalPropertyTypes })).toEqual([]);
  },
  60_000,
);

/** What an editor shows for the property `name` of the type or interface `owner`. */
function hover(file: string, owner: string, name: string): string {
  const program = ts.createProgram([file], { noLib: true, noResolve: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file)!;
  let found: ts.Symbol | undefined;
  const visit = (node: ts.Node): void => {
    const isOwner = (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === owner;
    if (isOwner) found = checker.getTypeAtLocation(node).getProperty(name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return ts.displayPartsToString(found?.getDocumentationComment(checker));
}

const generated = join(__dirname, "../../generated");

test.each([
  ["v3", "client", "EmployeeServiceV3Credentials", "domain", /identifies you.*not a secret/],
  ["v3", "client", "EmployeeServiceV3Credentials", "username", /only if whoever runs the service asks/],
  ["v2.1", "client", "EmployeeServiceV21Credentials", "username", /Every call of version 2\.1 needs it/],
  ["v2.1", "client", "EmployeeServiceV21Credentials", "token", /never show it.*expiresAt/],
  ["v3", "types", "EmployeeAddress", "Street", /^Name of the street\..*— xs:string$/],
  ["v3", "types", "EmployeeAddress", "HouseNumberAddition", /follows the house number/],
  ["v3", "types", "AuthHeaderWithDomain", "Domain", /domain of the caller/],
  ["v2.1", "types", "AuthHeader", "Username", /name of the user/],
])("%s: the hover of %s, %s.%s, says what it is", (version, module, owner, name, want) => {
  expect(hover(join(generated, version, `${module}.ts`), owner, name)).toMatch(want);
});

test("no property of a generated type has a hover of its XML type alone", () => {
  for (const version of ["v2.1", "v3"]) {
    const types = readFileSync(join(generated, version, "types.ts"), "utf8");
    const bare = types.match(/\/\*\* xs:\w+ \*\/\n.*/g) ?? [];
    expect(bare).toEqual([]);
  }
});
