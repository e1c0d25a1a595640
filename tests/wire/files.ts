/** The hand-written messages, and the WSDL for each. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract, wireBaseUrl } from "soapwright-testing/wire/contract-facts";

/** The WSDLs as text, by interface version, moved to the base URL of the messages. */
export const wsdls = { "v2.1": wsdlText("v2.1"), v3: wsdlText("v3") } as const;

function wsdlText(version: string): string {
  const text = readFileSync(join(__dirname, `../../wsdl/employee-service.${version}.wsdl`), "utf8");
  return text.replaceAll(`${contract.baseUrl}/`, `${wireBaseUrl}/`);
}

/** Returns the bytes of a message, for example `requests/address-get-list.soap12.xml`. */
export function wireFile(path: string): Buffer {
  return readFileSync(join(__dirname, path));
}

/** Returns the paths of all messages in a folder, in order. */
export function wireFiles(folder: "requests" | "responses" | "odd-responses"): string[] {
  return readdirSync(join(__dirname, folder))
    .filter((name) => name.endsWith(".xml"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** Returns the WSDL whose namespace occurs in `message`. */
export function wsdlOf(message: Buffer): string {
  return message.includes("/soap/v2.1/") ? wsdls["v2.1"] : wsdls.v3;
}
