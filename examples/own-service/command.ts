/** The command `library`: call, export, worker, record, mcp, gateway and doctor for both versions, and a sandbox. */
import type { Terminal } from "soapwright-cli";
import { runService, type ServiceProduct } from "soapwright-cli";
import { clients } from "./generated/clients";
import { documentedVersions } from "./generated/versions";
import { startLibrary } from "./sandbox";

const library: ServiceProduct = {
  name: "library",
  version: "1.0.0",
  title: "library service",
  versions: documentedVersions,
  clients: async () => clients,
  startSandbox: startLibrary,
};

export const run = (args: readonly string[], terminal: Terminal) => runService(library, args, terminal);
