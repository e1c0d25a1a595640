import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The variable parts of a small WSDL with one operation. */
export interface SmallWsdl {
  /** Content of the schema besides the elements of the operation. */
  readonly types?: string;
  /** Content of the sequence of the request's element. */
  readonly request?: string;
  /** Content of the sequence of the response's element. */
  readonly response?: string;
  readonly namespace?: string;
  readonly address?: string;
  readonly action?: string;
  readonly documentation?: string;
  /** More operations by name, each with the same messages. */
  readonly more?: readonly string[];
}

export function smallWsdl(parts: SmallWsdl = {}): string {
  const { namespace = "urn:example:small", address = "https://service.example/", more = [] } = parts;
  const operations = ["Get", ...more];
  const each = (text: (name: string) => string): string => operations.map(text).join("\n");
  return `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${namespace}" targetNamespace="${namespace}">
  <wsdl:types>
    <xs:schema targetNamespace="${namespace}" elementFormDefault="qualified">
      <xs:element name="Get"><xs:complexType><xs:sequence>${parts.request ?? ""}</xs:sequence></xs:complexType></xs:element>
      <xs:element name="GetResponse"><xs:complexType><xs:sequence>${parts.response ?? ""}</xs:sequence></xs:complexType></xs:element>
      ${parts.types ?? ""}
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="In"><wsdl:part name="parameters" element="tns:Get"/></wsdl:message>
  <wsdl:message name="Out"><wsdl:part name="parameters" element="tns:GetResponse"/></wsdl:message>
  <wsdl:portType name="Small">
    ${each((name) => `<wsdl:operation name="${name}"><wsdl:documentation>${parts.documentation ?? "Gets it."}</wsdl:documentation><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation>`)}
  </wsdl:portType>
  <wsdl:binding name="Small" type="tns:Small">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction="${parts.action ?? name}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Small"><wsdl:port name="Small" binding="tns:Small"><soap:address location="${address}"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}

/** A temporary folder for one test file. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "commands-"));
  #files = 0;

  write(text: string): string {
    this.#files++;
    const path = join(this.path, `small-${this.#files}.wsdl`);
    writeFileSync(path, text);
    return path;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
