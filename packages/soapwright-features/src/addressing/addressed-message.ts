/** The WS-Addressing properties of one call. */
import { randomUUID } from "node:crypto";
import { type AddressingVersion, escapeText, SOAP_TERMS } from "soapwright-runtime/codecs";
import { ConfigurationError, type ServiceError } from "soapwright-runtime/errors";
import {
  ADDRESSING_TERMS,
  type AddressingTerms,
  addressingVersionOf,
  type CallFeature,
  type Description,
  type ExtraBlocks,
  isOwnRole,
  type Refusal,
  type SoapVersion,
} from "soapwright-runtime/extend";
import type { QName } from "soapwright-runtime/tables";
import { describe } from "./faults";
import { attributeIn, isTree, textIn } from "./property-values";

interface AddressingProperties {
  readonly version: AddressingVersion;
  readonly soapVersion: SoapVersion;
  readonly to: string;
  readonly action: string;
  readonly expectsResponse: boolean;
  /** Undefined if the tables do not define the action. */
  readonly responseAction: string | undefined;
  /** Undefined if the response comes over the connection of the request. */
  readonly replyTo: string | undefined;
  readonly referenceParameters: ExtraBlocks | undefined;
  /** Whether a response without its mandatory header blocks is rejected. */
  readonly isStrict: boolean;
}

/** WS-Addressing 1.0 SOAP Binding, 3; submission, 3.1. Includes the block for the detail of a fault over SOAP 1.1. */
const ADDRESSING_BLOCKS = [
  "To",
  "From",
  "ReplyTo",
  "FaultTo",
  "Action",
  "MessageID",
  "RelatesTo",
  "FaultDetail",
] as const;
/** WS-Addressing 1.0 Core, 3.3, allows each of these blocks once. */
const SINGLE_BLOCKS = ["To", "From", "ReplyTo", "FaultTo", "Action", "MessageID"] as const;
const WRITTEN: ReadonlySet<string> = new Set(["To", "ReplyTo", "Action", "MessageID"]);

/** The refusal of a response that came over the connection although `replyTo` names another address. */
const RESPONSE_ON_CONNECTION: Refusal = {
  what: "it came over the connection of the request, although replyTo names another address",
  advice: [{ action: "check", option: "replyTo" }],
};

export class AddressedMessage implements CallFeature {
  readonly #addressed: AddressingProperties;
  readonly #terms: AddressingTerms;
  #messageId = newMessageId();
  #blocks: string | undefined;

  constructor(addressed: AddressingProperties) {
    this.#addressed = addressed;
    this.#terms = ADDRESSING_TERMS[addressed.version];
  }

  get understands(): readonly QName[] {
    const { namespace } = this.#terms;
    return ADDRESSING_BLOCKS.map((local) => ({ namespace, local }));
  }

  /** With `replyTo` the response goes to another address, and the connection carries only the acknowledgement. */
  get repliesElsewhere(): Refusal | undefined {
    return this.#addressed.replyTo === undefined ? undefined : RESPONSE_ON_CONNECTION;
  }

  /** A new message gets a new message id. */
  blocks(isAnew: boolean): string {
    if (isAnew) {
      this.#messageId = newMessageId();
      this.#blocks = undefined;
    }
    this.#blocks ??= this.#write();
    return this.#blocks;
  }

  describe(error: ServiceError, headers: { readonly [name: string]: unknown }): Description | undefined {
    const { to, action, replyTo } = this.#addressed;
    const sent = Object.entries({ To: to, Action: action, MessageID: this.#messageId, ReplyTo: replyTo });
    return describe(error, headers, new Map(sent));
  }

  outcome(): object {
    return { messageId: this.#messageId };
  }

  /**
   * Throws a `ConfigurationError` for blocks that this class writes itself, or that have another version of
   * WS-Addressing. `where` names their source.
   */
  beside(names: readonly QName[], where: string): void {
    for (const { namespace, local } of names) {
      const version = addressingVersionOf(namespace);
      if (version === undefined) continue;
      const { version: ownVersion } = this.#addressed;
      if (version !== ownVersion) {
        throw new ConfigurationError(
          `${where} has the header block ${local} of WS-Addressing ${version}, but addressing is ${ownVersion}: a message has one version. Remove the block, or set addressing: "${version}".`,
          { reason: "addressing-versions-mixed", option: where },
        );
      }
      if (WRITTEN.has(local)) {
        throw new ConfigurationError(
          `${where} has the header block ${local} of WS-Addressing, which the client writes itself. Remove the block, or set addressing: false to write all of them yourself.`,
          { reason: "addressing-block-twice", option: where },
        );
      }
    }
  }

  /**
   * Returns what is wrong (WS-Addressing 1.0 Core, 3.4; SOAP Binding, 6.4.1); undefined if nothing is. `blocks` has the
   * values by `expandedName`. A fault is checked only for its relation to this request, because it may concern a message
   * that the service could not read.
   */
  headers(blocks: ReadonlyMap<string, readonly unknown[]>, isFault: boolean): string | undefined {
    const { version, isStrict, expectsResponse, responseAction, soapVersion } = this.#addressed;
    const { namespace } = this.#terms;
    const of = (space: string, local: string): readonly unknown[] => blocks.get(`{${space}}${local}`) ?? [];
    const ownBlocks = (local: string): unknown[] => of(namespace, local).filter((one) => isForUs(one, soapVersion));
    const related = this.#misrelated(ownBlocks("RelatesTo"));
    if (isFault) return related;
    const otherVersion: AddressingVersion = version === "1.0" ? "2004/08" : "1.0";
    const foreign = ADDRESSING_BLOCKS.find((local) => of(ADDRESSING_TERMS[otherVersion].namespace, local).length > 0);
    const ownBlock = ADDRESSING_BLOCKS.find((local) => ownBlocks(local).length > 0);
    if (foreign !== undefined && ownBlock !== undefined) {
      return `its header blocks mix two versions of WS-Addressing: ${ownBlock} of ${version} and ${foreign} of ${otherVersion}`;
    }
    if (foreign !== undefined) {
      return `its header block ${foreign} is of WS-Addressing ${otherVersion}, but addressing is ${version}. If the service speaks that version, set addressing: "${otherVersion}"`;
    }
    const doubled = SINGLE_BLOCKS.find((local) => ownBlocks(local).length > 1);
    if (doubled !== undefined)
      return `its header block ${doubled} of WS-Addressing is there ${ownBlocks(doubled).length} times, and may be once`;
    if (related !== undefined) return related;
    const action = textIn(ownBlocks("Action")[0]);
    if (isStrict && responseAction !== undefined && action !== responseAction) {
      const is = action === undefined ? "is missing" : `is ${JSON.stringify(action.slice(0, 200))}`;
      return `its header block Action of WS-Addressing ${is}, and has to be ${JSON.stringify(responseAction)} (validation is strict)`;
    }
    const replies = this.#replies(ownBlocks("RelatesTo"));
    if (isStrict && expectsResponse && replies.length === 0) {
      return "it has no header block RelatesTo of WS-Addressing that relates it as the reply to a message, which every response has to have (validation is strict)";
    }
    // Only a fault may be about a message whose id the service could not read (WS-Addressing 1.0 Core, 3.4).
    if (isStrict && expectsResponse && !replies.map(textIn).includes(this.#messageId)) {
      return `its header block RelatesTo says that it is the response to an unspecified message, and the request was ${JSON.stringify(this.#messageId)} (validation is strict)`;
    }
    return undefined;
  }

  /** One of the relationships has to be a reply to this request. */
  #misrelated(blocks: readonly unknown[]): string | undefined {
    const replies = this.#replies(blocks).map(textIn);
    if (replies.length === 0 || replies.includes(this.#messageId)) return undefined;
    if (replies.every((id) => id === this.#terms.unspecified)) return undefined;
    const shown = JSON.stringify((replies[0] ?? "").slice(0, 200));
    return `its header block RelatesTo says that it is the response to the message ${shown}, and the request was ${JSON.stringify(this.#messageId)}. Something between client and service has mixed up responses`;
  }

  #replies(blocks: readonly unknown[]): readonly unknown[] {
    return blocks.filter((block) => this.#isReply(attributeIn(block, "RelationshipType")));
  }

  /** The WS-Addressing submission uses QNames, whose prefix the sender chooses. */
  #isReply(type: string | undefined): boolean {
    if (type === undefined || type === "") return true;
    if (this.#addressed.version === "1.0") return type === this.#terms.reply;
    return type.slice(type.indexOf(":") + 1) === "Reply";
  }

  #write(): string {
    const { to, action, replyTo, expectsResponse, referenceParameters, soapVersion } = this.#addressed;
    const { namespace, anonymous } = this.#terms;
    const { prefix } = SOAP_TERMS[soapVersion];
    // A service without addressing would respond over the connection, so it must reject the message before it executes
    // it.
    const must = replyTo === undefined ? "" : ` ${prefix}:mustUnderstand="1"`;
    const block = (local: string, text: string, attributes = ""): string =>
      `<wsa:${local} xmlns:wsa="${namespace}"${attributes}>${text}</wsa:${local}>`;
    let xml = block("Action", escapeText(action), must);
    xml += block("MessageID", escapeText(this.#messageId));
    xml += block("To", escapeText(to));
    if (replyTo !== undefined || expectsResponse) {
      xml += block("ReplyTo", `<wsa:Address>${escapeText(replyTo ?? anonymous)}</wsa:Address>`, must);
    }
    return xml + (referenceParameters?.xml ?? "");
  }
}

function newMessageId(): string {
  return `urn:uuid:${randomUUID()}`;
}

/** Blocks for other nodes are skipped. The target of declared blocks is unknown. */
function isForUs(block: unknown, soapVersion: SoapVersion): boolean {
  if (!isTree(block)) return true;
  const { namespace } = SOAP_TERMS[soapVersion];
  const wanted = soapVersion === "1.1" ? "actor" : "role";
  const role = block.attributes.find(({ name }) => name.namespace === namespace && name.local === wanted);
  return isOwnRole(role?.value.trim() ?? "");
}
