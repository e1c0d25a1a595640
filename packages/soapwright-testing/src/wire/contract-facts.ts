/** What the exact tests take the contract to be, where the WSDL of its owner may say it in another way. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The facts of `contract.json`. */
export interface ContractFacts {
  /** The base URL that the WSDLs are written with. */
  readonly baseUrl: string;
  /** Lists may hold nil items. */
  readonly nilItems: boolean;
  /** The WSDLs carry the words of the contract. */
  readonly documented: boolean;
  /** SOAP 1.2: the content type carries the action. */
  readonly actionRequired: boolean;
}

/** The facts as they are written down. */
export const contract = JSON.parse(
  readFileSync(join(__dirname, "../../../../tests/wire/contract.json"), "utf8"),
) as ContractFacts;

/** The base URL that tests and hand-written messages use. */
export const wireBaseUrl = "https://service.example";

/** The content type of a request. */
export function contentTypeOf(soapVersion: "1.1" | "1.2", soapAction: string): string {
  if (soapVersion === "1.1") return "text/xml; charset=utf-8";
  return `application/soap+xml; charset=utf-8${contract.actionRequired ? `; action="${soapAction}"` : ""}`;
}
