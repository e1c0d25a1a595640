/** The ways in which the service may grow. Each is the set of changed files: WSDLs, rows, wire files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addressGetList, costCenterGetCurrent, salaryGet } from "./fixed-operations";
import { asmxWsdl } from "./made-asmx";

/** The text of each changed file, by its path in the project. */
export type Variant = ReadonlyMap<string, string>;

/** The variants by name. `root` is the project that they start from. */
export const variants: { readonly [name: string]: (root: string) => Variant } = {
  "one-more": oneMore,
  "two-hundred": twoHundred,
  "third-version": thirdVersion,
  "derived-headers": derivedHeaders,
  field: (root) => withElement(root, "City", "Floor"),
  "header-child": headerChild,
};

/** (a) The present WSDLs and one operation with nested types, an enumeration, and a value of another enumeration. */
function oneMore(root: string): Variant {
  const path = "wsdl/employee-service.v3.wsdl";
  return new Map([[path, withEmploymentSearch(readFileSync(join(root, path), "utf8"))]]);
}

/** Returns the WSDL of version 3 with `Employment_Search`, and another value of `AddressType`. */
export function withEmploymentSearch(before: string): string {
  const operation = "Employment_Search";
  const text = [
    [
      `<xs:enumeration value="WorkAddress"/>`,
      `<xs:enumeration value="WorkAddress"/>\n          <xs:enumeration value="EmergencyAddress"/>`,
    ],
    ["    </xs:schema>", `${employmentTypes}\n    </xs:schema>`],
    [
      "  <wsdl:portType ",
      `  <wsdl:message name="${operation}SoapIn"><wsdl:part name="parameters" element="tns:${operation}"/></wsdl:message>
  <wsdl:message name="${operation}SoapOut"><wsdl:part name="parameters" element="tns:${operation}Response"/></wsdl:message>

  <wsdl:portType `,
    ],
    [
      "  </wsdl:portType>",
      `    <wsdl:operation name="${operation}">
      <wsdl:documentation>Finds the employments of one employee.</wsdl:documentation>
      <wsdl:input message="tns:${operation}SoapIn"/>
      <wsdl:output message="tns:${operation}SoapOut"/>
    </wsdl:operation>
  </wsdl:portType>`,
    ],
  ].reduce((so, [from, to]) => replaced(so, from!, to!), before);
  return ["soap", "soap12"].reduce((so, prefix) => {
    const end = so.indexOf("  </wsdl:binding>", so.indexOf(`<${prefix}:binding `));
    return `${so.slice(0, end)}    <wsdl:operation name="${operation}">
      <${prefix}:operation soapAction="https://service.example/soap/v3/EmployeeService/${operation}" style="document"/>
      <wsdl:input><${prefix}:body use="literal"/><${prefix}:header message="tns:Address_GetListAuthHeaderWithDomain" part="AuthHeaderWithDomain" use="literal"/></wsdl:input>
      <wsdl:output><${prefix}:body use="literal"/></wsdl:output>
    </wsdl:operation>
${so.slice(end)}`;
  }, text);
}

const employmentTypes = `
      <xs:element name="Employment_Search">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="EmployeeId" type="xs:int"/>
            <xs:element name="Filter" type="tns:EmploymentFilter" minOccurs="0"/>
            <xs:element name="Tag" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
          </xs:sequence>
        </xs:complexType>
      </xs:element>
      <xs:element name="Employment_SearchResponse">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="Employment_SearchResult" type="tns:EmploymentPage" minOccurs="0"/>
          </xs:sequence>
        </xs:complexType>
      </xs:element>
      <xs:complexType name="EmploymentFilter">
        <xs:sequence>
          <xs:element name="State" type="tns:EmploymentState"/>
          <xs:element name="Between" minOccurs="0">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="From" type="xs:date"/>
                <xs:element name="Until" type="xs:date" nillable="true"/>
              </xs:sequence>
            </xs:complexType>
          </xs:element>
        </xs:sequence>
      </xs:complexType>
      <xs:complexType name="EmploymentPage">
        <xs:sequence>
          <xs:element name="Total" type="xs:long"/>
          <xs:element name="Employment" type="tns:Employment" minOccurs="0" maxOccurs="unbounded"/>
        </xs:sequence>
      </xs:complexType>
      <xs:complexType name="Employment">
        <xs:sequence>
          <xs:element name="State" type="tns:EmploymentState"/>
          <xs:element name="Hours" type="xs:decimal" minOccurs="0"/>
          <xs:element name="Address" type="tns:EmployeeAddress" minOccurs="0"/>
        </xs:sequence>
      </xs:complexType>
      <xs:simpleType name="EmploymentState">
        <xs:restriction base="xs:string">
          <xs:enumeration value="Planned"/>
          <xs:enumeration value="Active"/>
          <xs:enumeration value="Ended"/>
        </xs:restriction>
      </xs:simpleType>`;

/** (b) WSDLs of 200 operations as an `.asmx` stack writes them, with their own base URL. */
function twoHundred(root: string): Variant {
  const made = { baseUrl: "https://hr.made.example", count: 200 };
  const contract = JSON.parse(readFileSync(join(root, contractFile), "utf8")) as object;
  return new Map([
    [
      "wsdl/employee-service.v2.1.wsdl",
      asmxWsdl({
        ...made,
        version: "v2.1",
        header: { name: "AuthHeader", children: ["Username", "Token"] },
        fixed: [costCenterGetCurrent],
      }),
    ],
    [
      "wsdl/employee-service.v3.wsdl",
      asmxWsdl({
        ...made,
        version: "v3",
        header: { name: "AuthHeaderWithDomain", children: ["Username", "Token", "Domain"] },
        fixed: [addressGetList],
      }),
    ],
    [
      contractFile,
      json({ ...contract, baseUrl: made.baseUrl, nilItems: true, documented: false, actionRequired: true }),
    ],
  ]);
}

/** The facts about the contract that the exact tests assume. */
const contractFile = "tests/wire/contract.json";

/** (c) A third version with a header that no other version has. */
function thirdVersion(root: string): Variant {
  const table = JSON.parse(readFileSync(join(root, "wsdl/versions.json"), "utf8")) as { versions: object[] };
  const row = {
    wsdl: "employee-service.v4.wsdl",
    class: "EmployeeServiceV4",
    folder: "v4",
    date: "2027-01-01",
    summary: "what an employee earns",
    header: {
      element: "KeyHeader",
      children: [
        { name: "ApiKey", option: "apiKey", variable: "EMPLOYEE_SERVICE_API_KEY", required: true, secret: true },
        { name: "Tenant", option: "tenant", variable: "EMPLOYEE_SERVICE_TENANT", required: false, secret: false },
      ],
    },
  };
  return new Map([
    ["wsdl/versions.json", json({ ...table, versions: [...table.versions, row] })],
    [
      "wsdl/employee-service.v4.wsdl",
      asmxWsdl({
        version: "v4",
        baseUrl: "https://service.example",
        count: 5,
        header: { name: "KeyHeader", children: ["ApiKey", "Tenant"] },
        fixed: [salaryGet, addressGetList],
      }),
    ],
  ]);
}

/**
 * (d) Header types that derive from each other, declared in both versions, as one schema of the service's stack has them.
 * Elements stand as they are published, with their documentation.
 */
function derivedHeaders(root: string): Variant {
  const [v21, v3] = ["wsdl/employee-service.v2.1.wsdl", "wsdl/employee-service.v3.wsdl"].map((path) => {
    return { path, text: readFileSync(join(root, path), "utf8") };
  }) as [WsdlText, WsdlText];
  const whole = found(v3.text, /<xs:complexType name="AuthHeaderWithDomain">[\s\S]*?<\/xs:complexType>/);
  const sequence = (...names: readonly string[]): string =>
    `<xs:sequence>${names.map((name) => elementOf(whole, name)).join("")}</xs:sequence>`;
  const base = `<xs:complexType name="AuthHeader">${sequence("Username", "Token")}</xs:complexType>`;
  const extended = `<xs:complexType name="AuthHeaderWithDomain"><xs:complexContent><xs:extension base="tns:AuthHeader">${sequence("Domain")}</xs:extension></xs:complexContent></xs:complexType>`;
  return new Map([
    [v21.path, replaced(v21.text, "    </xs:schema>", `      ${extended}\n    </xs:schema>`)],
    [v3.path, replaced(v3.text, whole, `${base}\n      ${extended}`)],
  ]);
}

/** (e) Another field: `name` after the element `before` of version 3. */
function withElement(root: string, before: string, name: string): Map<string, string> {
  const path = "wsdl/employee-service.v3.wsdl";
  const text = readFileSync(join(root, path), "utf8");
  const declared = elementOf(text, before);
  const added = `<xs:element name="${name}" type="xs:string" minOccurs="0"/>`;
  return new Map([[path, replaced(text, declared, `${declared}${added}`)]]);
}

/** (f) Another child of the header, with its row. */
function headerChild(root: string): Variant {
  const table = JSON.parse(readFileSync(join(root, "wsdl/versions.json"), "utf8")) as {
    versions: { folder: string; header: { children: object[] } }[];
  };
  const row = table.versions.find(({ folder }) => folder === "v3");
  row?.header.children.push({ name: "Tenant", option: "tenant", required: false, secret: false });
  return withElement(root, "Domain", "Tenant").set("wsdl/versions.json", json(table));
}

type WsdlText = { readonly path: string; readonly text: string };

/** Returns the declaration of element `name` in the text of a type, with its annotation. */
function elementOf(type: string, name: string): string {
  return found(type, new RegExp(`<xs:element name="${name}"[^>]*?(?:/>|>[\\s\\S]*?</xs:element>)`));
}

function found(text: string, pattern: RegExp): string {
  const [match] = pattern.exec(text) ?? [];
  if (match === undefined) throw new Error(`the WSDL has no ${pattern}`);
  return match;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the WSDL has no ${from}`);
  return text.replace(from, () => to);
}
