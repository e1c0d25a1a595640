import type { CommandNotes } from "soapwright-contract/flags";

const usage = { 2: "the command line is wrong" };
const document = { 0: "success", 1: "a problem in a document", ...usage };

/** Examples, variables and exit codes of each command, for the end of its help. */
export const commandNotes: Readonly<Record<string, CommandNotes>> = {
  inspect: { examples: ["inspect orders.wsdl", "inspect orders.wsdl --html > orders.html"], exitCodes: document },
  call: {
    examples: [
      "call orders.wsdl",
      "call orders.wsdl findOrders --help",
      "call orders.wsdl findOrders --customer-id 7 --endpoint https://service.example/orders",
      "call orders.zip findOrders --json arguments.json --username ada --password-env ORDERS_PASSWORD",
    ],
    environment: {
      "HTTPS_PROXY, HTTP_PROXY": "address of a proxy; NO_PROXY lists what is called without it",
      NODE_EXTRA_CA_CERTS: "file with further certificate authorities, in PEM",
      "COLUMNS, NO_COLOR": "how wide tables may be; no colors",
    },
    exitCodes: {
      0: "success",
      1: "a problem in a document, or an error without a code of its own",
      2: "the command line, an argument or its JSON is wrong",
      4: "no connection, no response in time, or unavailable",
      5: "the service returned a fault",
      6: "the response is not what the contract describes",
      7: "stopped by Ctrl-C",
    },
  },
  "json-schema": {
    examples: ["json-schema orders.wsdl findOrders", "json-schema orders.wsdl > orders.schema.json"],
    exitCodes: document,
  },
  collection: {
    examples: [
      "collection orders.wsdl --for bruno --out requests",
      "collection orders.wsdl --for postman --out requests",
    ],
    exitCodes: document,
  },
  diff: {
    examples: ["diff orders.wsdl https://service.example/orders?wsdl", "diff old new --fail-on breaking"],
    exitCodes: { ...document, 1: "a problem in a document, or a change that --fail-on names" },
  },
  sample: {
    examples: ["sample orders.wsdl GetOrder", "sample orders.wsdl GetOrder --soap 1.2 --response"],
    exitCodes: document,
  },
  mock: {
    examples: ["mock orders.wsdl", "mock orders.wsdl --port 0 --data results.json"],
    exitCodes: {
      0: "stopped by Ctrl-C",
      2: "the command line, a document or a file of results is wrong, or the port is in use",
    },
  },
  catalog: {
    examples: ["catalog list", "catalog add wsn-b-2"],
    exitCodes: {
      0: "success",
      1: "the document cannot be fetched, or is not the expected one; nothing was written",
      2: "the command line is wrong, or no document has this name",
    },
  },
  doctor: {
    examples: [
      "doctor orders.wsdl --endpoint https://service.example/orders",
      "doctor orders.wsdl --json --fail-on error",
    ],
    exitCodes: {
      0: "nothing is wrong",
      1: "there is an error: calls fail; or a problem in a document",
      ...usage,
      8: "there are warnings alone",
    },
  },
  completion: { examples: ["completion bash"], exitCodes: { 0: "success", ...usage } },
  verify: {
    examples: ["verify orders.wsdl", "verify orders.wsdl --instances 100 --seconds 60"],
    exitCodes: { ...document, 1: "a problem in a document, or an instance that encoding and decoding changed" },
  },
};
