/** Small changes of a WSDL of ours, as `docs/growing.md` describes them. */
import { readFileSync } from "node:fs";
import { withEmploymentSearch } from "./variants";

const path = "packages/soapwright/tests/commands/two-operations/v3.wsdl";

/** Returns the WSDL before any change. */
export function before(): string {
  return readFileSync(path, "utf8");
}

/** The WSDL after a change, by the name of the change. */
export const changes: { readonly [name: string]: () => string } = {
  value: () =>
    before().replace(
      '<xs:enumeration value="WorkAddress"/>',
      '<xs:enumeration value="WorkAddress"/><xs:enumeration value="EmergencyAddress"/>',
    ),
  field: () =>
    before().replace(
      '<xs:element name="Street" type="xs:string" minOccurs="0"/>',
      '<xs:element name="Street" type="xs:string" minOccurs="0"/><xs:element name="Floor" type="xs:string" minOccurs="0"/>',
    ),
  operation: () => withEmploymentSearch(before()).replace(/\s*<xs:enumeration value="EmergencyAddress"\/>/, ""),
  argument: () =>
    before().replace(
      /(<xs:element name="Address_GetList">[\s\S]*?)(\s*<\/xs:sequence>)/,
      `$1<xs:element name="Language" type="xs:string"/>$2`,
    ),
  removal: () => before().replace('<xs:element name="City" type="xs:string" minOccurs="0"/>', ""),
};
