/** Handlers that make our sandbox respond as the captured service does for its special employees. */

import type { OperationHandler } from "soapwright-sandbox";
import { SandboxFault } from "soapwright-sandbox";
import type { OperationRequest } from "../../packages/soapwright-sandbox/src/service/service-options";

const errors = "https://employee.example.test/errors";
const info = `<e:ErrorInfo xmlns:e="${errors}"><e:Code>1003</e:Code><e:Message>Geen toegang tot werknemer</e:Message></e:ErrorInfo>`;

/** Returns a .NET exception of this class as a JavaScript error. */
function exception(name: string, message: string, cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), { name });
}

const failures: Readonly<Record<number, () => Error>> = {
  500: () =>
    exception(
      "System.InvalidOperationException",
      "Database is niet bereikbaar & <down>",
      exception("System.TimeoutException", "Timeout expired after 30 seconds."),
    ),
  501: () => new TypeError("Object reference not set to an instance of an object"),
  502: () =>
    new SandboxFault({
      reason: "1003: Geen toegang tot werknemer",
      actor: "https://employee.example.test/soap/v2.1/EmployeeService.asmx",
      detail: info,
    }),
  503: () =>
    new SandboxFault({
      reason: "Custom subcode",
      subcodes: [{ namespace: errors, local: "NotAuthorized" }],
      lang: "nl",
      actor: "https://employee.example.test/actor",
      role: "https://employee.example.test/role",
    }),
  504: () => new SandboxFault({ reason: "Header was refused", withoutDetail: true }),
  505: () => new SandboxFault({ reason: "Own code", code: { namespace: errors, local: "NotAuthorized" } }),
  506: () => new SandboxFault({ reason: "", code: "Server" }),
  507: () => new Error(""),
  508: () => new SandboxFault({ reason: "Outer message", code: "Server", cause: new Error("Inner message") }),
  509: () => new SandboxFault({ reason: "Bad code", code: "1003" }),
  510: () => new SandboxFault({ reason: "Dotted code", code: "Client.Authentication" }),
  511: () => new SandboxFault({ reason: "Code without namespace", code: "E1003" }),
};

const costCenters: Readonly<Record<number, unknown>> = {
  104: undefined,
  105: [
    { Id: 6001, CostCenter: { Id: 21 }, Kostensoort: {}, Percentage: "50.00", Default: true },
    { Id: 6002, Percentage: "50.00", Default: false },
    null,
  ],
  107: [
    {
      Id: 7005,
      CostCenter: { Code: "ctl", Description: "voor\u0001na", Id: 35 },
      Kostensoort: { Code: "K", Description: "bell\u0007" },
      Percentage: "100",
      Default: true,
    },
  ],
  108: [
    { Id: 7006, CostCenter: { Code: "sur", Description: "voor\ud800na", Id: 36 }, Percentage: "100", Default: true },
  ],
};
const addresses: Readonly<Record<number, unknown>> = {
  104: undefined,
  105: [{ Id: 8201, Default: false, Type: "WorkAddress" }, null],
  109: [{ Id: 8401, Default: false, Type: 42 }],
};

/**
 * Returns an operation of the captured service: failures and unusual results by employee, an echo of the header, else
 * `own`.
 */
export function capturedHandler(own: OperationHandler): OperationHandler {
  return (request) => {
    const { EmployeeId, Period, Year } = request.args as { EmployeeId: number; Period: number; Year: number };
    const auth = request.headers.AuthHeader as { Username?: string; Token?: string } | undefined;
    if (auth?.Username?.startsWith("echo:")) {
      throw new SandboxFault(`Username was [${codePoints(auth.Username)}] Token was [${codePoints(auth.Token ?? "")}]`);
    }
    const failure = isAuthorized(own, request) && failures[EmployeeId];
    if (failure) throw failure();
    const odd = request.operation === "CostCenter_GetCurrent" ? costCenters : addresses;
    if (EmployeeId in odd) return odd[EmployeeId];
    if (EmployeeId !== 700 || request.operation !== "Address_GetList") return own(request);
    const numbers = { HouseNumber: String(Period), HouseNumberAddition: String(Year) };
    return [{ Id: 700, Default: true, Street: "echo", ...numbers, Type: "HomeAddress" }];
  };
}

/** Whether the credentials are right. They are checked first, also for an employee that does not exist. */
function isAuthorized(own: OperationHandler, request: OperationRequest): boolean {
  try {
    own(request);
  } catch (error) {
    return !/Not authorized|is missing|has no/.test((error as Error).message);
  }
  return true;
}

function codePoints(text: string): string {
  return text.replace(/[^!-~]/g, (unit) => `{${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}}`);
}
