/** The command `library`: call, export, worker, record, mcp, gateway and doctor for both versions, and a sandbox. */
import type { Terminal } from "soapwright-cli";
import { runService, type ServiceProduct } from "soapwright-cli";
import { documentedVersions } from "./generated/versions";

const library: ServiceProduct = {
  name: "library",
  version: "1.0.0",
  title: "library service",
  versions: documentedVersions,
  clients: async () => (await import("./generated/clients")).clients,
  startSandbox: async (port) => (await import("./sandbox")).startLibrary(port),
};

export const run = (args: readonly string[], terminal: Terminal) => runService(library, args, terminal);
