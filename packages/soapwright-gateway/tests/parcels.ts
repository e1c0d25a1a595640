/** A service with every kind of operation that a gateway distinguishes, behind a mock and a gateway. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenedService, openService } from "soapwright";
import { type RunningGateway, startGateway } from "soapwright-gateway";
import { type MockOptions, mockService } from "soapwright-sandbox";
import type { ServeOptions } from "../src/serve";

interface Described {
  readonly name: string;
  readonly extra?: string;
  readonly body?: string;
  readonly fault?: true;
  readonly oneWay?: true;
  readonly mime?: true;
}
const operations: readonly Described[] = [
  { name: "GetParcel", extra: ' wsdlx:safe="true"', fault: true },
  { name: "FindParcels" },
  { name: "BookParcel", fault: true },
  { name: "CountParcels" },
  { name: "NoteParcel", oneWay: true },
  { name: "ScanParcel", mime: true },
];

export function parcelsWsdl(address = "http://127.0.0.1:1/parcels"): string {
  return `<?xml version="1.0"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:parcels"
    xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions" targetNamespace="urn:parcels">
  <types><xs:schema targetNamespace="urn:parcels" elementFormDefault="qualified">
    <xs:simpleType name="Size"><xs:restriction base="xs:string">
      <xs:enumeration value="small"/><xs:enumeration value="large"/>
    </xs:restriction></xs:simpleType>
    <xs:complexType name="Parcel"><xs:sequence>
      <xs:element name="Id" type="xs:int"/><xs:element name="Weight" type="xs:decimal"/>
      <xs:element name="Size" type="t:Size" minOccurs="0"/><xs:element name="Sent" type="xs:dateTime" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:element name="GetParcel"><xs:complexType><xs:sequence>
      <xs:element name="Id" type="xs:int"/><xs:element name="Exact" type="xs:boolean" minOccurs="0"/>
      <xs:element name="Size" type="t:Size" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="Factor" type="xs:double" minOccurs="0"/><xs:element name="Since" type="xs:date" nillable="true" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="GetParcelResponse"><xs:complexType><xs:sequence>
      <xs:element name="Parcel" type="t:Parcel" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="FindParcels"><xs:complexType><xs:sequence>
      <xs:element name="From" type="xs:int" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="FindParcelsResponse"><xs:complexType><xs:sequence>
      <xs:element name="Parcel" type="t:Parcel" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="BookParcel"><xs:complexType><xs:sequence>
      <xs:element name="Parcel" type="t:Parcel"/><xs:element name="Line" type="t:Parcel" minOccurs="0" maxOccurs="3"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="BookParcelResponse"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="CountParcels"><xs:complexType/></xs:element>
    <xs:element name="CountParcelsResponse"><xs:complexType><xs:sequence><xs:element name="Count" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="NoteParcel"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="ScanParcel"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="ScanParcelResponse"><xs:complexType><xs:sequence><xs:element name="Pages" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="ParcelLost"><xs:complexType><xs:sequence>
      <xs:element name="Id" type="xs:long"/><xs:element name="Place" type="xs:string" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
${operations
  .map(
    ({
      name,
      oneWay,
      mime,
    }) => `  <message name="${name}In"><part name="body" element="t:${name}"/>${mime ? '<part name="scan" type="xs:base64Binary"/>' : ""}</message>
${oneWay ? "" : `  <message name="${name}Out"><part name="body" element="t:${name}Response"/></message>`}`,
  )
  .join("\n")}
  <message name="LostFault"><part name="detail" element="t:ParcelLost"/></message>
  <portType name="Parcels">
${operations
  .map(
    ({ name, extra = "", fault, oneWay }) => `    <operation name="${name}"${extra}>
      <documentation>${name} of the parcel service. More text.</documentation>
      <input message="t:${name}In"/>${oneWay ? "" : `<output message="t:${name}Out"/>`}${fault ? '<fault name="ParcelLost" message="t:LostFault"/>' : ""}
    </operation>`,
  )
  .join("\n")}
  </portType>
  <binding name="ParcelsSoap" type="t:Parcels">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${operations
  .map(({ name, fault, oneWay, mime }) => {
    const body = '<soap:body use="literal" parts="body"/>';
    const input = mime
      ? `<mime:multipartRelated><mime:part>${body}</mime:part><mime:part><mime:content part="scan" type="image/png"/></mime:part></mime:multipartRelated>`
      : '<soap:body use="literal"/>';
    return `    <operation name="${name}"><soap:operation soapAction="urn:parcels/${name}"/>
      <input>${input}</input>${oneWay ? "" : '<output><soap:body use="literal"/></output>'}${fault ? '<fault name="ParcelLost"><soap:fault name="ParcelLost" use="literal"/></fault>' : ""}
    </operation>`;
  })
  .join("\n")}
  </binding>
  <service name="Parcels"><port name="ParcelsPort" binding="t:ParcelsSoap"><soap:address location="${address}"/></port></service>
</definitions>
`;
}

/** Writes the WSDL, and returns its path and what removes it. */
export function parcelsFile(): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  const path = join(folder, "parcels.wsdl");
  writeFileSync(path, parcelsWsdl());
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

export interface Stage {
  readonly gateway: RunningGateway;
  readonly client: OpenedService;
  readonly wsdl: string;
  /** Sends a request, and returns what is checked of the response. */
  ask(path: string, init?: Asked): Promise<Answer>;
  post(method: string, json: unknown, init?: Asked): Promise<Answer>;
  close(): Promise<void>;
}
export interface Asked extends Omit<RequestInit, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The value of JSON; undefined for other media types. */
  readonly json: unknown;
}

export async function startStage(
  options: Partial<Omit<ServeOptions, "client">> = {},
  mock: MockOptions = {},
  clientOptions: object = {},
): Promise<Stage> {
  const { path: wsdl, remove } = parcelsFile();
  const service = await mockService(wsdl, mock);
  const endpoint = `${service.url}${service.places[0]!.path}`;
  const client = await openService(wsdl, { endpoint, retries: 0, ...clientOptions });
  const gateway = await startGateway({ client, port: 0, ...options } as ServeOptions);
  const ask = async (path: string, init: Asked = {}): Promise<Answer> => {
    // A connection that waited while a test computed for seconds is closed by the gateway when fetch takes it again.
    const headers = { connection: "close", ...init.headers };
    const response = await fetch(gateway.url + path, { ...init, headers });
    const text = await response.text();
    const isJson =
      /json/.test(response.headers.get("content-type") ?? "") && !/ndjson/.test(response.headers.get("content-type")!);
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };
  return {
    gateway,
    client,
    wsdl,
    ask,
    post: (method, json, init = {}) =>
      ask(`/parcels/${method}`, {
        method: "POST",
        body: typeof json === "string" ? json : JSON.stringify(json),
        ...init,
        headers: { "content-type": "application/json", ...init.headers },
      }),
    async close() {
      await gateway.close();
      await client.close({ force: true });
      await service.close();
      remove();
    },
  };
}
