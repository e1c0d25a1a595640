import type { CommandNotes } from "soapwright-contract/flags";

const usage = { 2: "the command line is wrong" };
const written = {
  0: "success",
  1: "a problem in a document or the configuration, or a file that differs; nothing was written",
  ...usage,
};
const document = { 0: "success", 1: "a problem in a document", ...usage };

/** The notes of the commands that generate or prove. */
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
  verify: {
    examples: ["verify orders.wsdl", "verify orders.wsdl --instances 100 --seconds 60"],
    exitCodes: { ...document, 1: "a problem in a document, or an instance that encoding and decoding changed" },
  },
};
