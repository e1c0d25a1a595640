/** The entry point `soapwright-export/internal`. */

export { Brake } from "./brake";
export { csvLine } from "./csv";
export { unscaled } from "./parquet/decimals";
export { judge } from "./verdict";
