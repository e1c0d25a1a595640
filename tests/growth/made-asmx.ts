/** A WSDL as an `.asmx` stack writes it, of as many operations as you like: what the owner of the service might hand over. */

/** The properties of a generated WSDL. */
export interface MadeService {
  /** The version, for example `v3`. */
  readonly version: string;
  readonly baseUrl: string;
  /** The header block and its children, which are all texts. */
  readonly header: { readonly name: string; readonly children: readonly string[] };
  /** The number of all operations, including the fixed ones. */
  readonly count: number;
  readonly fixed: readonly FixedOperation[];
}

/** An operation whose declarations are written by hand. */
export interface FixedOperation {
  readonly name: string;
  /** The elements of the schema. */
  readonly types: string;
  /** Whether the operation only reads: `wsdlx:safe`. */
  readonly isSafe: boolean;
}

const areas = ["Absence", "Contract", "Department", "Expense", "Leave", "Payslip", "Pension", "Schedule"];
const verbs = ["Get", "GetList", "Add", "Update", "Remove"];

/** Returns the name of generated operation number `i`, for example `Absence_Get0`. */
export function madeName(i: number): string {
  return `${areas[i % areas.length]}_${verbs[i % verbs.length]}${i}`;
}

/**
 * Returns the WSDL. As in both versions, the service is called `EmployeeService`, list items are nillable, and there
 * are bindings for SOAP 1.1 and 1.2.
 */
export function asmxWsdl({ version, baseUrl, header, count, fixed }: MadeService): string {
  const namespace = `${baseUrl}/soap/${version}/EmployeeService`;
  const made = Array.from({ length: count - fixed.length }, (_, i) => i);
  const names = [...fixed.map(({ name }) => name), ...made.map(madeName)];
  const safe = new Set(fixed.filter(({ isSafe }) => isSafe).map(({ name }) => name));
  const children = header.children.map(
    (name) => `<s:element minOccurs="0" maxOccurs="1" name="${name}" type="s:string" />`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:tm="http://microsoft.com/wsdl/mime/textMatching/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions" xmlns:tns="${namespace}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="${namespace}">
  <wsdl:types>
    <s:schema elementFormDefault="qualified" targetNamespace="${namespace}">
${fixed.map(({ types }) => types).join("\n")}
${made.map(madeTypes).join("\n")}
      <s:element name="${header.name}" type="tns:${header.name}" />
      <s:complexType name="${header.name}"><s:sequence>${children.join("")}</s:sequence><s:anyAttribute /></s:complexType>
      <s:complexType name="ArrayOfString"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="string" nillable="true" type="s:string" /></s:sequence></s:complexType>
      <s:simpleType name="EntryState"><s:restriction base="s:string"><s:enumeration value="Draft" /><s:enumeration value="Final" /></s:restriction></s:simpleType>
    </s:schema>
  </wsdl:types>
${names.map((name) => messages(name, header.name)).join("\n")}
  <wsdl:portType name="EmployeeServiceSoap">
${names.map((name) => portOperation(name, safe.has(name))).join("\n")}
  </wsdl:portType>
${binding("soap", "EmployeeServiceSoap", names, namespace, header.name)}
${binding("soap12", "EmployeeServiceSoap12", names, namespace, header.name)}
  <wsdl:service name="EmployeeService">
    <wsdl:port name="EmployeeServiceSoap" binding="tns:EmployeeServiceSoap"><soap:address location="${namespace}.asmx" /></wsdl:port>
    <wsdl:port name="EmployeeServiceSoap12" binding="tns:EmployeeServiceSoap12"><soap12:address location="${namespace}.asmx" /></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

/**
 * Returns types with a nested record and a list in the arguments, and three shapes of results: a list, a record, a
 * number.
 */
function madeTypes(i: number): string {
  const name = madeName(i);
  const result = [`type="tns:ArrayOfEntry${i}"`, `type="tns:Entry${i}"`, `type="s:long"`][i % 3];
  const occurs = i % 3 === 2 ? `minOccurs="1"` : `minOccurs="0"`;
  return `      <s:element name="${name}"><s:complexType><s:sequence><s:element minOccurs="1" maxOccurs="1" name="EmployeeId" type="s:int" /><s:element minOccurs="0" maxOccurs="1" name="Filter" type="tns:Filter${i}" /><s:element minOccurs="0" maxOccurs="1" name="Codes" type="tns:ArrayOfString" /></s:sequence></s:complexType></s:element>
      <s:element name="${name}Response"><s:complexType><s:sequence><s:element ${occurs} maxOccurs="1" name="${name}Result" ${result} /></s:sequence></s:complexType></s:element>
      <s:complexType name="Filter${i}"><s:sequence><s:element minOccurs="1" maxOccurs="1" name="From" type="s:date" /><s:element minOccurs="1" maxOccurs="1" name="State" type="tns:EntryState" /></s:sequence></s:complexType>
      <s:complexType name="Entry${i}"><s:sequence><s:element minOccurs="1" maxOccurs="1" name="Id" type="s:long" /><s:element minOccurs="1" maxOccurs="1" name="Amount" nillable="true" type="s:decimal" /><s:element minOccurs="1" maxOccurs="1" name="At" type="s:dateTime" /><s:element minOccurs="1" maxOccurs="1" name="State" type="tns:EntryState" /><s:element minOccurs="0" maxOccurs="1" name="Notes" type="tns:ArrayOfString" /><s:element minOccurs="0" maxOccurs="1" name="Image" type="s:base64Binary" /><s:element minOccurs="0" maxOccurs="1" name="Parts" type="tns:ArrayOfEntry${i}" /></s:sequence></s:complexType>
      <s:complexType name="ArrayOfEntry${i}"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="Entry${i}" nillable="true" type="tns:Entry${i}" /></s:sequence></s:complexType>`;
}

function messages(name: string, header: string): string {
  return `  <wsdl:message name="${name}SoapIn"><wsdl:part name="parameters" element="tns:${name}" /></wsdl:message>
  <wsdl:message name="${name}SoapOut"><wsdl:part name="parameters" element="tns:${name}Response" /></wsdl:message>
  <wsdl:message name="${name}${header}"><wsdl:part name="${header}" element="tns:${header}" /></wsdl:message>`;
}

function portOperation(name: string, isSafe: boolean): string {
  const safe = isSafe ? ` wsdlx:safe="true"` : "";
  return `    <wsdl:operation name="${name}"${safe}><wsdl:documentation xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">Made: ${name}.</wsdl:documentation><wsdl:input message="tns:${name}SoapIn" /><wsdl:output message="tns:${name}SoapOut" /></wsdl:operation>`;
}

function binding(
  prefix: "soap" | "soap12",
  name: string,
  operations: readonly string[],
  namespace: string,
  header: string,
): string {
  const each = operations.map(
    (operation) =>
      `    <wsdl:operation name="${operation}"><${prefix}:operation soapAction="${namespace}/${operation}" style="document" /><wsdl:input><${prefix}:body use="literal" /><${prefix}:header message="tns:${operation}${header}" part="${header}" use="literal" /></wsdl:input><wsdl:output><${prefix}:body use="literal" /></wsdl:output></wsdl:operation>`,
  );
  return `  <wsdl:binding name="${name}" type="tns:EmployeeServiceSoap">
    <${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http" />
${each.join("\n")}
  </wsdl:binding>`;
}
