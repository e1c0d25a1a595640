/** Media types of binary data in the schema, for the documentation and for the header of a MIME part. */
import type { ElementDeclaration } from "../../xsd/components";

/** Whether the media type can label a MIME part: no range, and not the default. */
function isOne(type: string): boolean {
  return !type.includes("*") && type !== "application/octet-stream";
}

/** `documentation` with the media types of the element, as an object to spread. */
export function mediaWords(
  { mediaTypes = [] }: ElementDeclaration,
  documentation: string | undefined,
): { readonly documentation?: string; readonly mediaType?: string } {
  const mediaType = mediaTypes.find(isOne);
  const said = mediaTypes.length === 0 ? undefined : `Media types: ${mediaTypes.join(", ")}.`;
  const words = [documentation, said].filter((each) => each !== undefined).join("\n\n");
  return {
    ...(words === "" ? {} : { documentation: words }),
    ...(mediaType !== undefined && { mediaType }),
  };
}
