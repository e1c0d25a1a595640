/** The WSDLs compared with the contract: every element in its order and type, both bindings, and the documentation. */
import { elementsOf, Referee, type RefereeElement, textOf } from "soapwright-testing/referee/referee";
import { contract as facts } from "soapwright-testing/wire/contract-facts";
import { wsdls } from "../wire/files";
import { addressTypes } from "./address-types";

/** Name, type, and `optional`, `nillable` or `list` if it is. */
type Field = readonly string[];

const xs = "http://www.w3.org/2001/XMLSchema";
const soapNamespaces = {
  "1.1": "http://schemas.xmlsoap.org/wsdl/soap/",
  "1.2": "http://schemas.xmlsoap.org/wsdl/soap12/",
};
const text = (name: string): Field => [name, "xs:string", "optional"];

const contract = {
  "v2.1": {
    operation: "CostCenter_GetCurrent",
    header: "AuthHeader",
    types: {
      AuthHeader: [text("Username"), text("Token")],
      CostCenter_GetCurrent: [["EmployeeId", "xs:int"]],
      CostCenter_GetCurrentResponse: [["CostCenter_GetCurrentResult", "tns:ArrayOfEmployeeCostCenter", "optional"]],
      ArrayOfEmployeeCostCenter: [["EmployeeCostCenter", "tns:EmployeeCostCenter", "optional", "list"]],
      EmployeeCostCenter: [
        ["Id", "xs:int"],
        ["CostCenter", "tns:CostCenter", "optional"],
        ["Kostensoort", "tns:Kostensoort", "optional"],
        ["Percentage", "xs:decimal"],
        ["Default", "xs:boolean"],
      ],
      CostCenter: [text("Code"), text("Description"), ["Id", "xs:int", "nillable"]],
      Kostensoort: [text("Code"), text("Description")],
    },
    words: ["kostenplaatsen", "Marks the default entry.", "Share assigned to this cost center."],
  },
  v3: {
    operation: "Address_GetList",
    header: "AuthHeaderWithDomain",
    types: {
      AuthHeaderWithDomain: [text("Username"), text("Token"), text("Domain")],
      Address_GetList: [
        ["EmployeeId", "xs:int"],
        ["Period", "xs:int"],
        ["Year", "xs:int"],
      ],
      Address_GetListResponse: [["Address_GetListResult", "tns:ArrayOfEmployeeAddress", "optional"]],
      ArrayOfEmployeeAddress: [["EmployeeAddress", "tns:EmployeeAddress", "optional", "list"]],
      EmployeeAddress: [
        ["Id", "xs:int"],
        ["Default", "xs:boolean"],
        text("Street"),
        text("HouseNumber"),
        text("HouseNumberAddition"),
        text("PostalCode"),
        text("City"),
        text("StateProvince"),
        text("CountryISOCode"),
        ["Type", "tns:AddressType"],
      ],
    },
    words: ["Identifier of the address record.", "the exact ISO list (2 or 3 letters) is not stated", "not shown"],
  },
} as const satisfies Record<string, { types: Record<string, readonly Field[]>; [more: string]: unknown }>;

let referee: Referee;
beforeAll(() => {
  referee = new Referee();
});
afterAll(() => referee.close());

describe.each(["v2.1", "v3"] as const)("the WSDL of %s", (version) => {
  const namespace = `https://service.example/soap/${version}/EmployeeService`;
  const { operation, header, types, words } = contract[version];
  let all: readonly RefereeElement[];
  let root: RefereeElement;
  beforeAll(async () => {
    root = await referee.parse(wsdls[version]);
    all = everyElement(root);
  });
  const named = (local: string, name?: string) =>
    all.filter((element) => element.local === local && (name === undefined || attributeOf(element, "name") === name));

  test("declares exactly the elements of the contract, in its order", () => {
    const declared = all
      .filter(
        (element) =>
          element.namespace === xs && fieldsOf(element, all).length > 0 && attributeOf(element, "name") !== undefined,
      )
      .map((element): [string, readonly Field[]] => [attributeOf(element, "name")!, fieldsOf(element, all)]);
    // Operations and optional elements may have been added: this test is about those that the contract shows.
    const shown = withNilItems(types);
    const known = declared
      .filter(([name]) => Object.hasOwn(shown, name))
      .map(([name, fields]) => {
        const own = new Set(shown[name]?.map(([field]) => field));
        return [name, fields.filter((field) => own.has(field[0]) || !field.includes("optional"))];
      });
    expect(Object.fromEntries(known)).toEqual(shown);
  });

  test("is qualified, in the namespace of its path segment", () => {
    expect(attributeOf(root, "targetNamespace")).toBe(namespace);
    const [schema] = named("schema");
    expect(attributeOf(schema!, "targetNamespace")).toBe(namespace);
    expect(attributeOf(schema!, "elementFormDefault")).toBe("qualified");
  });

  test.each(["1.1", "1.2"] as const)("has a binding and a port of SOAP %s with the header", (soapVersion) => {
    const isSoap = (element: RefereeElement): boolean => element.namespace === soapNamespaces[soapVersion];
    const bindings = named("binding").filter((binding) => elementsOf(binding).some(isSoap));
    const bound = bindings
      .flatMap(elementsOf)
      .filter((element) => element.local === "operation" && attributeOf(element, "name") === operation);
    const soap = [
      ...bindings.flatMap(elementsOf),
      ...bound.flatMap(everyElement),
      ...named("port").flatMap(elementsOf),
    ].filter(isSoap);
    const values = (local: string, name: string) =>
      soap.filter((element) => element.local === local).map((element) => attributeOf(element, name));
    expect(values("binding", "transport")).toEqual(["http://schemas.xmlsoap.org/soap/http"]);
    expect(values("operation", "soapAction")).toEqual([`${namespace}/${operation}`]);
    expect(values("operation", "style")).toEqual(["document"]);
    expect(values("body", "use")).toEqual(["literal", "literal"]);
    expect(values("header", "part")).toEqual([header]);
    expect(values("address", "location")).toEqual([`${namespace}.asmx`]);
  });

  test("marks its operation safe, and carries the contract's words", () => {
    const [portType] = named("portType");
    const [own] = elementsOf(portType!).filter(
      (element) => element.local === "operation" && attributeOf(element, "name") === operation,
    );
    const safe = own?.attributes.find(({ local }) => local === "safe");
    expect(safe).toEqual({ namespace: "http://www.w3.org/ns/wsdl-extensions", local: "safe", value: "true" });
    if (!facts.documented) return;
    const documentation = all.filter(({ local }) => local === "documentation").map(textOf);
    for (const word of words) expect(documentation.join("\n")).toContain(word);
  });
});

test("an address is of one of the six types that the contract lists", async () => {
  const all = everyElement(await referee.parse(wsdls.v3));
  const type = all.find((element) => element.local === "simpleType" && attributeOf(element, "name") === "AddressType");
  const values = everyElement(type!).flatMap((element) => attributeOf(element, "value") ?? []);
  // The service may have added values. They are at the end, so that programs can count on the order.
  expect(values.slice(0, addressTypes.length)).toEqual(addressTypes);
});

/** Returns the elements of a type, or of an element's anonymous type, after those of the base type. */
function fieldsOf(element: RefereeElement, all: readonly RefereeElement[]): Field[] {
  const childOf = (parent: RefereeElement | undefined, local: string): RefereeElement | undefined =>
    parent && elementsOf(parent).find((child) => child.local === local);
  const type = element.local === "element" ? childOf(element, "complexType") : element;
  const extension = childOf(childOf(type, "complexContent"), "extension");
  const base = extension && attributeOf(extension, "base")?.replace(/^tns:/, "");
  const inherited = all.find((one) => one.local === "complexType" && attributeOf(one, "name") === base);
  const sequence = childOf(extension ?? type, "sequence");
  return [
    ...(base === undefined || inherited === undefined ? [] : fieldsOf(inherited, all)),
    ...(sequence ? elementsOf(sequence).map(fieldOf) : []),
  ];
}

function fieldOf(element: RefereeElement): Field {
  const marks: string[] = [];
  if (attributeOf(element, "minOccurs") === "0") marks.push("optional");
  if (attributeOf(element, "nillable") === "true") marks.push("nillable");
  if (attributeOf(element, "maxOccurs") === "unbounded") marks.push("list");
  // The prefix of XML Schema differs between writers.
  const type = (attributeOf(element, "type") ?? "").replace(/^(?!tns:)\w+:/, "xs:");
  return [attributeOf(element, "name") ?? "", type, ...marks];
}

/** Returns the types of the contract, with nil list items if the WSDLs allow them. */
function withNilItems(types: Readonly<Record<string, readonly Field[]>>): Record<string, readonly Field[]> {
  const marked = (field: Field): Field =>
    facts.nilItems && field.includes("list") ? [...field.slice(0, -1), "nillable", "list"] : field;
  return Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, fields.map(marked)]));
}

function attributeOf(element: RefereeElement, name: string): string | undefined {
  return element.attributes.find(({ namespace, local }) => namespace === "" && local === name)?.value;
}

function everyElement(element: RefereeElement): RefereeElement[] {
  return [element, ...elementsOf(element).flatMap(everyElement)];
}
