/** The hand-written messages, and the WSDL that each belongs to. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The WSDLs as text, by interface version. */
export const wsdls = {
  "v2.1": readFileSync(join(__dirname, "../../wsdl/employee-service.v2.1.wsdl"), "utf8"),
  v3: readFileSync(join(__dirname, "../../wsdl/employee-service.v3.wsdl"), "utf8"),
} as const;

/** The bytes of a message, for example `requests/address-get-list.soap12.xml`. */
export function wireFile(path: string): Buffer {
  return readFileSync(join(__dirname, path));
}

/** Paths of all messages in a folder, in order. */
export function wireFiles(folder: "requests" | "responses" | "answers"): string[] {
  return readdirSync(join(__dirname, folder))
    .filter((name) => name.endsWith(".xml"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The WSDL whose namespace occurs in `message`. */
export function wsdlOf(message: Buffer): string {
  return message.includes("/soap/v2.1/") ? wsdls["v2.1"] : wsdls.v3;
}
