/** What compares and describes contracts is loaded on first use: commands that only read, and `generate`, need neither. */

export const comparison = () => require("soapwright-verify/compare") as typeof import("soapwright-verify/compare");
export const descriptions = () => require("soapwright-verify/graph") as typeof import("soapwright-verify/graph");
