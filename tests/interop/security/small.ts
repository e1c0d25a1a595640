/** A small service that requires security, in our mock, and as tables for our client. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServiceSecurityOptions } from "soapwright-features/security";
import { mockService } from "soapwright-sandbox";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { newFolder } from "../folders";

/** The folder of the tests' keys. */
export const KEYS = join(__dirname, "../../../packages/soapwright-testing/src/security/keys");

export const users = { ada: "p<&>\u00e9" };

const id = '<xs:element name="Id" type="xs:int"/>';

/** The operation `Get` has an id in its request, and one in its response. */
export const SMALL_WSDL = smallWsdl({ request: id, response: id });

/** Writes the WSDL to a file, and returns the path. */
export function smallFile(): string {
  const wsdl = join(newFolder(), "small.wsdl");
  writeFileSync(wsdl, SMALL_WSDL);
  return wsdl;
}

/** Returns what a client prints that calls the mock. */
export async function callMock(
  security: ServiceSecurityOptions,
  client: (address: string) => Promise<string>,
): Promise<string> {
  const mock = await mockService(smallFile(), { security, results: { Get: 49 } });
  try {
    return (await client(mock.url + mock.places[0]!.path)).trim();
  } finally {
    await mock.close();
  }
}
