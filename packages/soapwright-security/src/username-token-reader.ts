/** Reads the UsernameTokens of a request (UsernameToken Profile 1.1, 3.1). */
import { canonicalOf } from "./canonical-writer";
import { childTexts } from "./child-texts";
import { childrenOf, type EnvelopePart } from "./envelope-parts";
import { PASSWORD_DIGEST, WSSE, WSU } from "./security-namespaces";

/** Absent parts are empty. */
export interface UsernameTokenText {
  readonly username: string;
  readonly password: string;
  readonly isDigest: boolean;
  readonly nonce: Buffer;
  readonly created: string;
}

export async function readUsernameTokens(envelope: string, block: EnvelopePart): Promise<UsernameTokenText[]> {
  const tokens = childrenOf(envelope, block).filter(
    ({ namespace, local }) => namespace === WSSE && local === "UsernameToken",
  );
  return Promise.all(tokens.map(async (token) => readToken(await canonicalOf(envelope, token))));
}

function readToken(xml: string): UsernameTokenText {
  const children = childTexts(xml);
  const child = (namespace: string, wanted: string) =>
    children.find(({ name }) => name.namespace === namespace && name.local === wanted);
  const password = child(WSSE, "Password");
  return {
    username: child(WSSE, "Username")?.text ?? "",
    password: password?.text ?? "",
    isDigest:
      password?.attributes.some(({ name, value }) => name.local === "Type" && value === PASSWORD_DIGEST) === true,
    nonce: Buffer.from(child(WSSE, "Nonce")?.text ?? "", "base64"),
    created: child(WSU, "Created")?.text.trim() ?? "",
  };
}
