/** The commands that any WSDL has, and every product. */
import type { SharedCommand } from "./shared-command";

const document = { 0: "success", 1: "a problem in a document" };
const absent = "or the package soapwright-gateway is not installed";

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
  load: async () => (await import("./mcp")).mcpParts,
};

const gateway: SharedCommand = {
  name: "gateway",
  calls: true,
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
  load: async () => (await import("./gateway")).gatewayParts,
};

const openapi: SharedCommand = {
  name: "openapi",
  calls: false,
  interface: "version to describe (default: all)",
  description: () => "print the OpenAPI 3.1 document of what gateway serves",
  notes: ({ example, program }) => ({
    examples: [`openapi${example} > ${program}.openapi.json`, `openapi${example} --safe 'Get*,Find*'`],
    exitCodes: { ...document, 2: `the command line is wrong, ${absent}` },
  }),
  load: async () => (await import("./gateway")).openApiParts,
};

/** In the order in which help lists them. A command that is added here is one of any WSDL, and of every product. */
export const sharedCommands: readonly SharedCommand[] = [mcp, openapi, gateway];
