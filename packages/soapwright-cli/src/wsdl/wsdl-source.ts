/** Any WSDL as what the shared commands are about: the word `<wsdl>` names it. */
import { jsonText } from "soapwright-runtime/xsd";
import type { CommandSource } from "../commands/shared-command";
import type { Complaint } from "../end/complaint";
import type { Speech } from "../end/speech";
import type { Terminal } from "../terminal/terminal";
import { wsdlOptions } from "./client-flags";

/** How a program that is not of this package runs commands of it. */
export interface Frame {
  /** The terminal of a command that has begun. */
  terminal(): Promise<Terminal>;
  end(exitCode: number): void;
}

/** The frame of this process. */
export const processFrame: Frame = {
  terminal: async () => (await import("../terminal/process-terminal")).processTerminal(),
  end: (exitCode) => {
    process.exitCode = exitCode;
  },
};

const speech: Speech = {
  ownFlags: {
    soapVersion: "--soap-version",
    httpHeaders: "--header",
    headers: "--soap-headers",
    validation: "--validation",
  },
  credentials: "--username and --password-env",
  faultHint: "Check the arguments, --endpoint and the credentials.",
  variablesOf: () => [],
};

/** In the form of a problem of a document, which other commands print. */
function jsonOf({ reason, message }: Complaint): string {
  const none = { file: null, line: null, column: null, name: null, remedy: null, permits: [] };
  return jsonText({ ...none, severity: "error", reason, message });
}

export function wsdlSource(program: string, { terminal: begin, end }: Frame): CommandSource {
  return {
    program,
    operand: "<wsdl>",
    kind: "service",
    chooser: "--service",
    ofWhat: " of a WSDL",
    example: " orders.wsdl",
    examples: {
      call: [
        "call orders.wsdl",
        "call orders.wsdl findOrders --help",
        "call orders.wsdl findOrders --customer-id 7 --endpoint https://service.example/orders",
        "call orders.zip findOrders --json arguments.json --username ada --password-env ORDERS_PASSWORD",
      ],
      doctor: [
        "doctor orders.wsdl --endpoint https://service.example/orders",
        "doctor orders.wsdl --json --fail-on error",
      ],
    },
    sandbox: false,
    argumentsOption: "--json",
    speech,
    shortNames: {},
    options: wsdlOptions,
    known: async ([wsdl]) => (await import("./read-wsdl")).knownServices(wsdl),
    async run({ passesThrough: jsonIsFile = false }, command, work) {
      const terminal = await begin();
      try {
        await work(terminal);
        end(0);
      } catch (error) {
        const { asksJson, endOf } = await import("../end/end");
        const { json, format } = command.opts<{ readonly json?: unknown; readonly format?: string }>();
        const isJson = (json === true && !jsonIsFile) || asksJson([...command.args, `--format=${format}`], jsonIsFile);
        end(await endOf(error, speech, terminal, { isJson, jsonOf }));
      }
    },
    async withService(begun, use) {
      const { withService } = await import("./read-wsdl");
      await withService(begun, use);
    },
  };
}
