/** The commands that any WSDL has, and every product. */
import { exitCodesHelp } from "../end/exit-codes";
import type { SharedCommand } from "./shared-command";

const document = { 0: "success", 1: "a problem in a document" };
const absent = "or the package soapwright-gateway is not installed";

const call: SharedCommand = {
  name: "call",
  usage: "[operation] [--name value ...]",
  calls: true,
  passesThrough: true,
  summary: ({ operand }) =>
    operand === undefined
      ? "call any operation of the service; without an operation, list them"
      : "call an operation of a WSDL without generated code; without an operation, list them",
  description: ({ operand }) =>
    operand === undefined
      ? "call any operation of the service, by its name in the WSDL or of its method; call <operation> --help shows what it takes. Without an operation, the operations are listed"
      : "call an operation of a WSDL: a file, an address or a zip of files. Options named after its arguments say what is sent; without an operation, the operations are listed",
  more: ({ operationsHelp }) => operationsHelp?.() ?? "",
  notes: ({ examples, operand }) => ({
    examples: examples.call ?? [],
    ...(operand !== undefined && {
      environment: {
        "HTTPS_PROXY, HTTP_PROXY": "address of a proxy; NO_PROXY lists what is called without it",
        NODE_EXTRA_CA_CERTS: "file with further certificate authorities, in PEM",
        "COLUMNS, NO_COLOR": "how wide tables may be; no colors",
      },
    }),
    exitCodes: {
      ...exitCodesHelp,
      ...(operand !== undefined && { 1: "a problem in a document, or an error without a code of its own" }),
      2: "the command line, an argument or its JSON is wrong",
    },
  }),
  load: async () => (await import("../call/call")).callParts,
};

const doctor: SharedCommand = {
  name: "doctor",
  calls: true,
  examines: true,
  timeout: "longest time for each check (default: 10s)",
  description: ({ operand }) =>
    operand === undefined
      ? "check configuration, network, certificates, credentials and the service's WSDL, and say what is wrong"
      : "examine the live service of a WSDL: network, certificate, and whether its contract is still the one of the WSDL",
  notes: ({ examples, operand }) => ({
    examples: examples.doctor ?? ["doctor --timeout 30s", "doctor --json --fail-on error"],
    exitCodes: {
      0: "nothing is wrong",
      1: `there is an error: calls fail${operand === undefined ? "" : "; or a problem in a document"}`,
      2: "the command line is wrong",
      7: "stopped by Ctrl-C",
      8: `there are warnings alone${operand === undefined ? " (with worker and export, 8 is a refusal)" : ""}`,
    },
  }),
  load: async () => (await import("../doctor/command/command")).doctorParts,
};

const mcp: SharedCommand = {
  name: "mcp",
  calls: true,
  forAssistant: true,
  summary: ({ ofWhat }) => `offer the operations${ofWhat} to an assistant as tools (Model Context Protocol)`,
  description: ({ ofWhat }) =>
    `offer the operations${ofWhat} to an assistant as tools (Model Context Protocol), over standard input and output, or with --http over Streamable HTTP. Only operations that are known to be safe are offered`,
  notes: ({ example, sandbox }) => ({
    examples: sandbox
      ? ["mcp --page-size 20", "mcp --sandbox", "mcp --sandbox --http 3000"]
      : [
          `mcp${example} --safe 'Get*,Find*'`,
          `mcp${example} --allow addOrder --fix tenant=acme`,
          `mcp${example} --safe 'Get*' --http 3000`,
        ],
    exitCodes: {
      0: "the assistant has left, or stopped by Ctrl-C",
      1: "a problem in a document, or an error without a code of its own",
      2: `the command line is wrong, the port is in use, ${absent}`,
      3: "the environment is wrong",
    },
  }),
  load: async () => (await import("../gateway/mcp")).mcpParts,
};

const gateway: SharedCommand = {
  name: "gateway",
  calls: true,
  showsExamples: true,
  timeout: "longest time for a response of the service (default: 1m)",
  interface: "version to serve (default: each whose variables are set)",
  description: ({ ofWhat }) =>
    `serve the operations${ofWhat} as JSON over HTTP, with an OpenAPI document and a page to try them`,
  notes: ({ example, tokenVariable }) => ({
    examples: [
      `gateway${example} --port 8080 --safe 'Get*,Find*'`,
      `gateway${example} --host 0.0.0.0 --token-env GATEWAY_TOKEN --allow-host api.example`,
    ],
    ...(tokenVariable !== undefined && {
      environment: { [tokenVariable]: "bearer token that every call then needs, unless --token-env names another" },
    }),
    exitCodes: {
      0: "stopped by Ctrl-C, after the last response",
      1: "a problem in a document, or an error without a code of its own",
      2: `the command line is wrong, the port is in use, ${absent}`,
      3: "the environment is wrong",
    },
  }),
  load: async () => (await import("../gateway/gateway")).gatewayParts,
};

const openapi: SharedCommand = {
  name: "openapi",
  calls: false,
  showsExamples: true,
  interface: "version to describe (default: all)",
  description: () => "print the OpenAPI 3.1 document of what gateway serves",
  notes: ({ example, program }) => ({
    examples: [`openapi${example} > ${program}.openapi.json`, `openapi${example} --safe 'Get*,Find*'`],
    exitCodes: { ...document, 2: `the command line is wrong, ${absent}` },
  }),
  load: async () => (await import("../gateway/gateway")).openApiParts,
};

/** In the order in which help lists them. A command that is added here is one of any WSDL, and of every product. */
export const sharedCommands: readonly SharedCommand[] = [call, mcp, openapi, gateway, doctor];
