/** Faults as an `.asmx` stack writes them, in both SOAP versions. */
import { escapeText } from "../xml/escape";
import { envelopeText, type SoapVersion } from "./envelope-text";

/** Who is to blame: the caller (`Client`, in SOAP 1.2 `Sender`) or the service (`Server`, `Receiver`), or SOAP itself. */
export type FaultCode = "Client" | "Server" | "MustUnderstand" | "VersionMismatch";

/** What a fault of the sandbox says beside its reason. */
export interface SandboxFaultOptions {
  /** Default `Client`. */
  readonly code?: FaultCode;
  /** `faultactor` of 1.1, `Node` of 1.2. */
  readonly actor?: string;
  /** Content of the detail element, as XML. */
  readonly detail?: string;
  /** Leave the detail element out, as the stack does for faults about headers. */
  readonly withoutDetail?: boolean;
  /** Default 500, in both SOAP versions. */
  readonly status?: number;
}

/** Throw it in an operation of a sandbox: the caller gets a SOAP fault with this message. */
export class SandboxFault extends Error {
  override readonly name = "SandboxFault";
  readonly options: SandboxFaultOptions;

  constructor(message: string, options: SandboxFaultOptions = {}) {
    super(message);
    this.options = options;
  }
}

const codes12: Readonly<Record<FaultCode, string>> = {
  Client: "Sender",
  Server: "Receiver",
  MustUnderstand: "MustUnderstand",
  VersionMismatch: "VersionMismatch",
};

/** The whole envelope of a fault. `header` is XML to stand in a Header. */
export function faultText(fault: SandboxFault, version: SoapVersion, header = ""): string {
  const { code = "Client", actor, detail = "", withoutDetail = false } = fault.options;
  const reason = escapeText(fault.message).replaceAll("&#xD;", "\r");
  if (version === "1.1") {
    const actorText = actor === undefined ? "" : `<faultactor>${escapeText(actor)}</faultactor>`;
    const start = `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${reason}</faultstring>${actorText}`;
    return envelopeText(`${start}${withoutDetail ? "" : element("detail", detail)}</soap:Fault>`, version, header);
  }
  const value = `<soap:Code><soap:Value>soap:${codes12[code]}</soap:Value></soap:Code>`;
  const text = `<soap:Reason><soap:Text xml:lang="en">${reason}</soap:Text></soap:Reason>`;
  const node = actor === undefined ? "" : `<soap:Node>${escapeText(actor)}</soap:Node>`;
  const detailText = withoutDetail ? "" : element("soap:Detail", detail);
  return envelopeText(`<soap:Fault>${value}${text}${node}${detailText}</soap:Fault>`, version, header);
}

function element(name: string, content: string): string {
  return content === "" ? `<${name} />` : `<${name}>${content}</${name}>`;
}
