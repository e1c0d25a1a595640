/** What the schema says of the media of binary data, for who calls and for the part that it may travel in. */
import type { ElementDeclaration } from "../../xsd/components";

/** A type that can be said of a part: no range, and not what is said anyway. */
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
    ...(mediaType === undefined ? {} : { mediaType }),
  };
}
