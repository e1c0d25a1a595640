/** How the calls of a client are addressed: what `addressing`, `replyTo` and `referenceParameters` come to. */
import { ConfigurationError } from "../errors/configuration-error";
import type { AddressingNode, AddressingVersion, XmlElement } from "../schema/codec";
import type { ExtraBlocks } from "../soap/extra-headers";
import { parseAddress } from "../transport/address";
import { writeReferenceParameters } from "./reference-parameters";
import { ADDRESSING_TERMS } from "./terms";

/** The addressing of calls. */
export interface AddressingSettings {
  readonly version: AddressingVersion;
  /** What the WSDL says of the port. */
  readonly port: AddressingNode | undefined;
  readonly replyTo: string | undefined;
  readonly referenceParameters: ExtraBlocks | undefined;
}

/** Throws a `ConfigurationError` for options that contradict each other, or `declared`: what the WSDL says of the port. */
export function readAddressing(
  version: AddressingVersion,
  {
    replyTo,
    referenceParameters,
  }: { readonly replyTo?: string | undefined; readonly referenceParameters?: readonly XmlElement[] | undefined },
  declared: AddressingNode | undefined,
): AddressingSettings {
  // What the port says is said of its own version.
  const port = declared?.version === version ? declared : undefined;
  const parameters = referenceParameters ?? port?.referenceParameters;
  if (replyTo !== undefined) checkReplyTo(replyTo, version, port);
  return {
    version,
    port,
    replyTo,
    referenceParameters: parameters?.length ? writeReferenceParameters(parameters, version) : undefined,
  };
}

function checkReplyTo(replyTo: string, version: AddressingVersion, port: AddressingNode | undefined): void {
  const wrong = (reason: string): ConfigurationError =>
    new ConfigurationError(`replyTo ${reason}.`, { option: "replyTo" });
  if (Object.values(ADDRESSING_TERMS).some(({ anonymous }) => anonymous === replyTo)) {
    throw wrong("is the anonymous address, which is what a response goes to without replyTo. Leave it out");
  }
  if (port?.anonymous === "required") {
    throw wrong("names an address, but the WSDL says that responses come over the connection of the request alone");
  }
  if (replyTo === ADDRESSING_TERMS[version].none) return;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):[^\s\p{Cc}]+$/iu.exec(replyTo) ?? [];
  if (scheme === undefined) throw wrong("takes an absolute address, but is another text");
  if (/^(?:file|data|javascript|blob|about)$/i.test(scheme))
    throw wrong(`takes an address that a service can reach, but its scheme is ${scheme}`);
  if (/^https?$/i.test(scheme)) parseAddress(replyTo, "replyTo");
}
