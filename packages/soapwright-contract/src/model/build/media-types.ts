/** Media types of binary data in the schema, for the documentation and for the header of a MIME part. */
import type { ElementDeclaration } from "../../xsd/components";

/** Returns whether the media type can label a MIME part: no range, and not the default. */
function isSpecific(type: string): boolean {
  return !type.includes("*") && type !== "application/octet-stream";
}

/** Returns the documentation with the media types of the element, and the type for the header of a MIME part. */
export function mediaTypeParts(
  { mediaTypes = [] }: ElementDeclaration,
  documentation: string | undefined,
): { readonly documentation?: string; readonly mediaType?: string } {
  const mediaType = mediaTypes.find(isSpecific);
  const list = mediaTypes.length === 0 ? undefined : `Media types: ${mediaTypes.join(", ")}.`;
  const text = [documentation, list].filter((each) => each !== undefined).join("\n\n");
  return {
    ...(text === "" ? {} : { documentation: text }),
    ...(mediaType !== undefined && { mediaType }),
  };
}
