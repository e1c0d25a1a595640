/** Any WSDL as what the shared commands are about: the word `<wsdl>` names it. */
import type { CommandSource } from "../shared/shared-command";

export function wsdlSource(program: string): CommandSource {
  return {
    program,
    operand: "<wsdl>",
    ofWhat: " of a WSDL",
    example: " orders.wsdl",
    sandbox: false,
    options: async (command) => (await import("./read-wsdl")).optionsOf(command),
    async run({ flags }, work) {
      const [{ endedBy }, { processTerminal }] = await Promise.all([
        import("./call/ended-by"),
        import("../process-terminal"),
      ]);
      const terminal = processTerminal();
      process.exitCode = await endedBy(terminal, () => work(terminal), flags);
    },
    async withService(command, given, terminal, use) {
      const { withService } = await import("./read-wsdl");
      await withService(command, given, terminal, use);
    },
  };
}
