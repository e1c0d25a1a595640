/** The entry point `soapwright-verify/texts`: random texts of simple types. */

export type { TextFacet, TextShape } from "soapwright-contract";
export { attempts, type DrawnText, drawText, type Manner } from "./texts/drawn-text";
export { Random } from "./texts/random";
