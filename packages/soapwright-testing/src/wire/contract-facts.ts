/** Assumptions of the exact tests about the contract, where its owner's WSDL may differ. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The facts of `contract.json`. */
export interface ContractFacts {
  /** The base URL in the WSDLs. */
  readonly baseUrl: string;
  /** Lists may hold nil items. */
  readonly nilItems: boolean;
  /** The WSDLs contain the contract's documentation. */
  readonly documented: boolean;
  /** SOAP 1.2: the content type carries the action. */
  readonly actionRequired: boolean;
}

/** The facts in the file. */
export const contract = JSON.parse(
  readFileSync(join(__dirname, "../../../../tests/wire/contract.json"), "utf8"),
) as ContractFacts;

/** The base URL that tests and hand-written messages use. */
export const wireBaseUrl = "https://service.example";

export function contentTypeOf(soapVersion: "1.1" | "1.2", soapAction: string): string {
  if (soapVersion === "1.1") return "text/xml; charset=utf-8";
  return `application/soap+xml; charset=utf-8${contract.actionRequired ? `; action="${soapAction}"` : ""}`;
}
