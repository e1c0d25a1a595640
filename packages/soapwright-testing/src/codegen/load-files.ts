import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LoadOptions } from "soapwright-contract";
import { formatDiagnostic, loadDefinitions } from "soapwright-contract";
import type { LoadedDefinitions } from "../../../soapwright-contract/src/wsdl/load";

interface LoadedFiles extends LoadedDefinitions {
  /** The printed texts, without the path of the folder. */
  readonly printed: readonly string[];
}

/** Writes the files into a temporary folder, loads `service.wsdl` from there, and removes the folder. */
export async function loadFiles(
  files: { readonly [name: string]: string | Uint8Array },
  options: LoadOptions = {},
): Promise<LoadedFiles> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "load-")));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const catalogs = (options.catalogs ?? []).map((name) => join(folder, name));
    const loaded = await loadDefinitions(join(folder, "service.wsdl"), { ...options, catalogs });
    const shown = new RegExp(`[^ ]*${folder.split("/").pop()}/`, "g");
    return { ...loaded, printed: loaded.diagnostics.map((one) => formatDiagnostic(one).replace(shown, "")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a WSDL with these components, as `schemaWith` returns it, and removes it after `use`. */
export async function schemaFile<T>(components: string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "schema-")));
  try {
    const path = join(folder, "service.wsdl");
    writeFileSync(path, schemaWith(components).replace('"t:in"', '"t:order"'));
    return await use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a document/literal WSDL around the text of a schema. Its part elements are `t:in` and `t:out` by default. */
export function wsdlWith(schema: string, parts: { readonly in?: string; readonly out?: string } = {}): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<types>${schema}</types>
<message name="in"><part name="in" ${parts.in ?? 'element="t:in"'}/></message>
<message name="out"><part name="out" ${parts.out ?? 'element="t:out"'}/></message>
<portType name="p"><operation name="o"><input message="t:in"/><output message="t:out"/></operation></portType>
<binding name="b" type="t:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="o"><soap:operation soapAction="urn:t/o"/>
<input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="s"><port name="p" binding="t:b"><soap:address location="http://localhost/s"/></port></service>
</definitions>`;
}

/** Returns `wsdlWith` for components beside the elements `in` and `out` of the namespace `urn:t`. */
export function schemaWith(components: string, attributes = 'elementFormDefault="qualified"'): string {
  return wsdlWith(
    `<xs:schema targetNamespace="urn:t" ${attributes}><xs:element name="in" type="xs:string"/><xs:element name="out" type="xs:string"/>\n${components}\n</xs:schema>`,
  );
}
