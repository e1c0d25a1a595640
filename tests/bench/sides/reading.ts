/** The reading half that the side `ours-decode` measures, bundled into one file as the package is. */

export { ResponsePlan, ResponseReader, Secrets, SOAP_TERMS } from "soapwright-runtime/internal";
export { Codec, ReaderPlan } from "soapwright-runtime/tables";
export { service } from "../../../generated/v3/schemas";
