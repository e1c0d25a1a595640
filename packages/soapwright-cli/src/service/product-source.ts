/** A product as what the shared commands are about: its versions, with credentials from the environment. */
import { Option } from "commander";
import type { CommandSource } from "../shared/shared-command";
import type { Terminal } from "../terminal";
import { clientOptions, interfaceOption } from "./client-flags";
import type { ServiceCommand } from "./service-command";
import { openCredentials, tokenVariable } from "./service-variables";

export function productSource(service: ServiceCommand, terminal: Terminal): CommandSource {
  const { name, startSandbox } = service.product;
  return {
    program: name,
    ofWhat: "",
    example: "",
    sandbox: startSandbox !== undefined,
    tokenVariable: tokenVariable(service),
    async options({ calls, forAssistant, timeout, interface: what }) {
      const sandbox = new Option("--sandbox", "call a sandbox with test data alone, without address and credentials");
      return [
        interfaceOption(service, what),
        ...(forAssistant && startSandbox !== undefined ? [sandbox] : []),
        ...(forAssistant ? credentialOptions(service) : []),
        ...(calls ? clientOptions(timeout) : []),
      ];
    },
    run: (_, work) => work(terminal),
    async withService(_, { flags }, own, use) {
      const { withService } = await import("./open-product");
      await withService(service, { ...flags }, own, use);
    },
  };
}

function credentialOptions(service: ServiceCommand): Option[] {
  return [...openCredentials(service)].map(
    ([option, variable]) => new Option(`--${option} <text>`, `the ${option} of every call (default: ${variable})`),
  );
}
