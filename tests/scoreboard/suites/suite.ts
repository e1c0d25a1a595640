import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Contract, Document } from "../board";
import type { Judge, Judged, WsdlSchemas } from "../judge/judge";

export interface Suite {
  /** The first word of its rows. */
  readonly name: string;
  /** A description for readers: name, source, commit and license. */
  readonly source: string;
  /** Returns its contracts; undefined if the corpus lacks it. Calls `skip` with what is left out, and why. */
  contracts(
    judge: Judge,
    folder: string,
    skip: (name: string, reason: string) => void,
  ): Promise<readonly Contract[] | undefined>;
}

export interface SuiteDocument {
  readonly name: string;
  readonly text: string;
  /** Undefined if the suite does not say. Then libxml2 decides. */
  readonly isValid?: boolean;
}

/** Returns the documents as the judge reads them. A document with a DTD is left out, because SOAP forbids it. */
export async function judged(
  judge: Judge,
  schema: string,
  documents: readonly SuiteDocument[],
  skip: (name: string, reason: string) => void,
): Promise<Document[]> {
  const texts = documents.map(({ text }) => text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "").trim());
  const found = await judge.judge(schema, texts);
  return documents.flatMap(({ name, isValid: stated }, at) => {
    const text = texts[at] as string;
    const one = found?.[at];
    const reason = text.includes("<!DOCTYPE")
      ? "it has a DTD"
      : one === undefined
        ? "libxml2 refuses the schema"
        : unread(one, stated);
    if (reason !== undefined || one === undefined) {
      skip(name, reason ?? "");
      return [];
    }
    const isValid = stated ?? one.valid;
    return [
      {
        name,
        text: one.text ?? text,
        isValid,
        root: one.tree?.name ?? "",
        isJudged: one.valid === isValid,
        ...(one.isKey && { isKey: true }),
        ...(isValid && one.tree && { expected: one.tree }),
      },
    ];
  });
}

/** Returns why a valid document has no expected value. */
function unread({ valid, tree, reason }: Judged, stated: boolean | undefined): string | undefined {
  const isRead = tree !== null && !reason.includes("No matching global declaration");
  return isRead || !(stated ?? valid) ? undefined : `the judge does not read it: ${reason}`;
}

/** Returns a document/literal WSDL that imports the schemas, with an operation that sends and returns each element. */
export function wrapped(
  folder: string,
  schemas: WsdlSchemas["namespaces"],
  elements: readonly string[],
): Pick<Contract, "wsdl" | "folder" | "elements"> {
  const file = join(folder, "contract.wsdl");
  mkdirSync(dirname(file), { recursive: true });
  const imports = schemas.map(([each, path]) => {
    const namespace = each === "" ? "" : ` namespace="${escaped(each)}"`;
    return `<xs:import${namespace} schemaLocation="${escaped(relative(folder, path))}"/>`;
  });
  const each = (write: (n: number, element: string) => string): string =>
    elements.map((name, n) => write(n, name)).join("\n");
  writeFileSync(
    file,
    `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:scoreboard" targetNamespace="urn:scoreboard" name="scoreboard">
<w:types><xs:schema targetNamespace="urn:scoreboard">${imports.join("")}</xs:schema></w:types>
${each((n, name) => `<w:message name="m${n}"><w:part name="p" ${elementAttribute(name)}/></w:message>`)}
<w:portType name="Echo">${each((n) => `<w:operation name="o${n}"><w:input message="t:m${n}"/><w:output message="t:m${n}"/></w:operation>`)}</w:portType>
<w:binding name="EchoBinding" type="t:Echo"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${each((n) => `<w:operation name="o${n}"><soap:operation soapAction="urn:o${n}"/><w:input><soap:body use="literal"/></w:input><w:output><soap:body use="literal"/></w:output></w:operation>`)}
</w:binding>
<w:service name="EchoService"><w:port name="EchoPort" binding="t:EchoBinding"><soap:address location="http://127.0.0.1:9/echo"/></w:port></w:service>
</w:definitions>`,
  );
  return { wsdl: file, folder, elements };
}

function elementAttribute(name: string): string {
  const [, namespace = "", local = name] = /^\{(.*)\}(.*)$/.exec(name) ?? [];
  return namespace === "" ? `element="${local}"` : `element="e:${local}" xmlns:e="${escaped(namespace)}"`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
