/** The command `library`: call, export, worker, record and doctor for both versions, and a sandbox. */
import type { Terminal } from "soapwright-cli";
import { type AddCommand, exportLines, portNumber, runService } from "soapwright-cli/service";
import { clients } from "./generated/clients";
import { documentedVersions as versions } from "./generated/versions";
import { startLibrary } from "./sandbox";

const addSandbox: AddCommand = (program, terminal, service) => {
  program
    .command("sandbox")
    .description("run a sandbox with two members until it is interrupted")
    .option("--port <number>", "port to listen on", portNumber, 8080)
    .action(async ({ port }: { port: number }) => {
      const sandbox = await startLibrary(port);
      await terminal.out(`${sandbox.url}\n`);
      const addressOf = (name: string) => (name === "baseUrl" ? sandbox.url : undefined);
      terminal.err(
        exportLines(
          service.versions,
          (name, { header }) => header?.children.find(({ option }) => option === name)?.sandbox ?? addressOf(name),
        ),
      );
      await terminal.stopped();
      await sandbox.close();
    });
};

export function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const words = { name: "library", version: "1.0.0", title: "library service" };
  // A dynamic import of the clients here makes help start sooner.
  const product = { ...words, versions, clients: async () => clients, ownCommands: [addSandbox] };
  return runService(product, args, terminal);
}
