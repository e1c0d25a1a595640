/** Names of arguments that hold a credential, which no assistant may see or choose. */
import type { NodeRef } from "soapwright-runtime/nodes";
import { typedPropertiesOf, withoutNil } from "soapwright-runtime/nodes";

const CREDENTIAL =
  /^(?:.* )?(?:pass ?word|passwd|pwd|pass ?phrase|pass ?code|secret|token|jwt|otp|pin|credentials?|authori[sz]ation|bearer|(?:api|access|private|secret|client|auth|subscription|licen[cs]e|session|security|signing) ?key|(?:pin|auth|access) ?code|wachtwoord|kennwort|passwort|mot de passe|contrasena|senha)(?: (?:text|value|hash|digest))?$|^session ?id$/;
/** Tokens that say where a list goes on, and flags. */
const HARMLESS =
  /^(?:.* )?(?:page|next|previous|continuation|cursor|sync|resume|resumption|paging|change log) token$|^(?:is|has|include|use|needs?|requires?) /;

/** `Address_GetHTMLList` -> Address Get HTML List. */
export function spaced(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[^\p{L}\d]+/gu, " ")
    .trim();
}

/** Returns whether the name says that the value is a credential, in any spelling of its words. */
export function namesCredential(name: string): boolean {
  const words = spaced(name).toLowerCase();
  return CREDENTIAL.test(words) && !HARMLESS.test(words);
}

const MOST_DEPTH = 12;
const MOST_PATHS = 50;

type Properties = ReturnType<typeof typedPropertiesOf>;
const known = new WeakMap<object, Properties>();

/** The properties of a type. They are kept, because operations share types. */
function propertiesOf(node: object & NodeRef): Properties {
  let properties = known.get(node);
  if (properties === undefined) {
    properties = typedPropertiesOf(node);
    known.set(node, properties);
  }
  return properties;
}

const holders = new WeakMap<object, boolean>();

/** Returns whether a name of a credential is anywhere below the type. */
function holdsCredential(type: NodeRef): boolean {
  const root = withoutNil(type);
  let holds = holders.get(root);
  if (holds === undefined) {
    holds = searchCredential(root);
    holders.set(root, holds);
  }
  return holds;
}

/** Looks at each type once. */
function searchCredential(root: object & NodeRef): boolean {
  const seen = new Set<object & NodeRef>([root]);
  // A Set may grow while it is iterated.
  for (const node of seen) {
    for (const property of propertiesOf(node)) {
      if (namesCredential(property.key)) return true;
      seen.add(withoutNil(property.type));
    }
  }
  return false;
}

/** Returns the paths of credentials among the properties of a type, at any depth: `Login.Password`. */
export function credentialPaths(type: NodeRef): readonly string[] {
  const found = new Set<string>();
  const walk = (ref: NodeRef, path: readonly string[]): void => {
    for (const { key, type: inner } of propertiesOf(withoutNil(ref))) {
      const place = [...path, key];
      if (found.size >= MOST_PATHS) return;
      if (namesCredential(key)) found.add(place.join("."));
      else if (place.length < MOST_DEPTH && holdsCredential(inner)) walk(inner, place);
    }
  };
  if (holdsCredential(type)) walk(type, []);
  return [...found];
}
