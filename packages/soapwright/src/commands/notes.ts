import type { CommandNotes } from "soapwright-contract/flags";

const usage = { 2: "the command line is wrong" };
const written = {
  0: "success",
  1: "a problem in a document or the configuration, or a file that differs; nothing was written",
  ...usage,
};

/** The notes of the commands that generate. */
export const generatorNotes: Readonly<Record<string, CommandNotes>> = {
  generate: {
    examples: [
      "generate orders.wsdl --out src/orders",
      "generate",
      "generate https://service.example/orders?wsdl --out src/orders",
    ],
    exitCodes: written,
  },
  check: {
    examples: ["check", "check orders.wsdl --out src/orders"],
    exitCodes: { ...written, 1: "a problem in a document or the configuration, or a file that differs" },
  },
  watch: {
    examples: ["watch orders.wsdl --out src/orders"],
    exitCodes: { 0: "stopped by Ctrl-C", ...usage },
  },
};
