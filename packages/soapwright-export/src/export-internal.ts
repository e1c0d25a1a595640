/** The entry point `soapwright-export/internal`. */

export { csvLine } from "./csv";
export { judge } from "./error-verdict";
export { ExportThrottle } from "./export-throttle";
export { unscaled } from "./parquet-sink";
