/** What compares and describes contracts is loaded on first use: commands that only read, and `generate`, need neither. */

export const comparison = () => require("soapwright-contract/compare") as typeof import("soapwright-contract/compare");
export const descriptions = () => require("soapwright-contract/compare") as typeof import("soapwright-contract/compare");
