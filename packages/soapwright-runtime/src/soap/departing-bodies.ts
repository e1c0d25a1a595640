/** Bodies that depart from the contract, which `lenient` validation reads: an empty one, one without a part, and an element of another name. */
import { LENIENT_ADVICE } from "../errors/advice";
import { isResponseError, type ResponseError } from "../errors/response-error";
import { type Codec, type DecodeScope, type OwnDeparture, ResponseNotes } from "../schema/codec";
import type { XmlName } from "../xml/events";
import { expandedName, type Misfit, type NameDeparture, type NamedElement, type ResponsePlan } from "./operation-plan";

const NO_SCOPE: DecodeScope = { resolvePrefix: () => undefined, position: () => ({ line: 1, column: 1 }) };

/** Returns the value of the element that an empty Body lacks, or why there is none. */
export function readEmptyBody({ expected, codec, onlyElement }: ResponsePlan): Misfit | { readonly value: object } {
  const what = `its Body is empty; ${expected} belongs there`;
  const value = onlyElement && withoutContent(codec, onlyElement);
  if (value === undefined) return { what };
  if (codec.settings.validation === "lenient") return { value };
  return { what: `${what}. ${lenientReads("the result without content")}`, advice: LENIENT_ADVICE };
}

/** Returns why the element of a part must not be missing; undefined under `lenient`. */
export function missingElement({ codec }: ResponsePlan, { name }: NamedElement): Misfit | undefined {
  if (codec.settings.validation === "lenient") return undefined;
  const what = `its Body has no ${expandedName(name)}. ${lenientReads("undefined for it")}`;
  return { what, advice: LENIENT_ADVICE };
}

/** Returns the value of the element without content; undefined if its type requires some, or is no object. */
function withoutContent(codec: Codec, { element, name }: NamedElement): object | undefined {
  const notes = new ResponseNotes();
  const decoder = codec.decoder(element, NO_SCOPE, { notes });
  try {
    decoder.startElement({ ...name, raw: name.local }, []);
    decoder.endElement({ ...name, raw: name.local });
  } catch (error) {
    if (!isResponseError(error)) throw error;
    return undefined;
  }
  return notes.list.length === 0 && typeof decoder.value === "object" ? (decoder.value ?? undefined) : undefined;
}

/** @param refuse Returns the error of the response. */
export function nameDeparture(
  { what, advice }: NameDeparture,
  name: XmlName,
  refuse: (misfit: Misfit) => ResponseError,
): OwnDeparture {
  const refusal = (gives?: string): ResponseError =>
    gives === undefined
      ? refuse({ what, advice })
      : refuse({ what: `${what}. ${lenientReads(gives)}`, advice: [...advice, ...LENIENT_ADVICE] });
  return { message: what, gives: "it as the expected element", came: expandedName(name), refusal };
}

function lenientReads(gives: string): string {
  return `Lenient validation gives ${gives}`;
}
