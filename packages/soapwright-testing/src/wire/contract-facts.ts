/**
 * The facts about the contract that tests with exact messages assume. They are settings, because another owner's WSDL
 * may differ.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface ContractFacts {
  /** The base URL in the WSDLs. */
  readonly baseUrl: string;
  /** Whether lists may contain nil items. */
  readonly nilItems: boolean;
  /** Whether the WSDLs contain documentation. */
  readonly documented: boolean;
  /** Whether the content type of a SOAP 1.2 request has the parameter `action`. */
  readonly actionRequired: boolean;
}

/** The facts in `tests/wire/contract.json`. */
export const contract = JSON.parse(
  readFileSync(join(__dirname, "../../../../tests/wire/contract.json"), "utf8"),
) as ContractFacts;

/** The base URL in tests and hand-written messages. */
export const wireBaseUrl = "https://service.example";

export function contentTypeOf(soapVersion: "1.1" | "1.2", soapAction: string): string {
  if (soapVersion === "1.1") return "text/xml; charset=utf-8";
  return `application/soap+xml; charset=utf-8${contract.actionRequired ? `; action="${soapAction}"` : ""}`;
}
