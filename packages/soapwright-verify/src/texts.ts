/** The entry point `soapwright-verify/texts`: random texts of simple types. */

export { attempts, type DrawnText, drawText } from "./texts/drawn-text";
export { Random } from "./texts/random";
