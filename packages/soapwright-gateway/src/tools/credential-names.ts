/** Names of arguments that hold a credential, which no assistant may see or choose. */
import type { NodeRef } from "soapwright-runtime/codecs";
import { typedPropertiesOf, withoutNil } from "soapwright-runtime/codecs";
import { spaced } from "../spaced-name";

const CREDENTIALS: readonly RegExp[] = [
  /^(?:.* )?(?:pass ?word|passwd|pwd|pass ?phrase|pass ?code|pass ?key|secret|token|jwt|otp|pin|psk|credentials?|authori[sz]ation|bearer)$/,
  /^(?:.* )?(?:api|access|private|secret|client|auth|subscription|licen[cs]e|session|security|signing|(?:pre ?)?shared|master|encryption) ?key$/,
  /^(?:.* )?(?:pin|auth|access|mfa) ?code$/,
  /^(?:.* )?(?:wachtwoord|kennwort|passwort|mot de passe|contrasena|senha)$/,
  // The numbers on the back of a card: CVV, CVC, CVN.
  /^(?:.* )?(?:cv[vcn] ?2?(?: ?(?:code|number))?|card (?:security|verification) (?:code|value|number))$/,
  /^(?:.* )?(?:secret|security|pass ?word|challenge|recovery) ?(?:question )?answer$|^(?:.* )?answer (?:to|of) (?:the )?(?:secret|security)(?: question)?$/,
  /^(?:.* )?(?:(?:auth|session|login|log ?on|access|security|sso) ?)?(?:ticket|cookie)$/,
  /^(?:(?:j|php|asp|user|login|auth) ?)?(?:sess(?:ion)? ?id|sid)$/,
];
/** What is done to a credential: a hash of a password signs in as the password does. */
const FORM = / (?:text|value|hash|digest)$/;
/** Tokens that say where a list goes on, flags, tickets of other kinds, and cookies of a page. */
const HARMLESS =
  /^(?:.* )?(?:page|next|previous|continuation|cursor|sync|resume|resumption|paging|change log) token$|^(?:is|has|include|use|needs?|requires?) |^(?:.* )?(?:support|help ?desk|service|trouble|incident|parking|lottery|train|bus|rail|flight|event|concert|movie|e) ?ticket$/;

/** Returns whether the name says that the value is a credential, in any spelling of its words. */
export function namesCredential(name: string): boolean {
  const words = spaced(name).toLowerCase();
  const core = words.replace(FORM, "");
  return CREDENTIALS.some((pattern) => pattern.test(core)) && !HARMLESS.test(words);
}

/** Names of credentials that name another thing too: a record, or the identifier of a person. */
const DOUBTFUL = /^(?:.* )?ticket$|^sid$/;
const PERSON = /^(?:primary )?smtp address$|^distinguished name$|^distinguished user$/;

/** Returns whether a property of a type holds a credential. `SID` beside an address is a person's identifier in Windows. */
function isCredential({ key, type }: Properties[number], siblings: Properties): boolean {
  if (!namesCredential(key)) return false;
  const words = spaced(key).toLowerCase();
  if (!DOUBTFUL.test(words)) return true;
  if (words === "sid") return !siblings.some((each) => PERSON.test(spaced(each.key).toLowerCase()));
  return propertiesOf(withoutNil(type)).length === 0;
}

const MOST_DEPTH = 12;
/** More paths say nothing to a reader. */
const MOST_PATHS = 5;

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
    const properties = propertiesOf(node);
    for (const property of properties) {
      if (isCredential(property, properties)) return true;
      seen.add(withoutNil(property.type));
    }
  }
  return false;
}

/**
 * Returns the paths of the first credentials among the properties of a type, at any depth: `Login.Password`. Those at and
 * below the paths that `fixed` has are no one's choice.
 */
export function credentialPaths(type: NodeRef, fixed: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const walk = (ref: NodeRef, path: readonly string[]): void => {
    const properties = propertiesOf(withoutNil(ref));
    for (const property of properties) {
      const place = [...path, property.key];
      if (found.size >= MOST_PATHS) return;
      if (fixed.includes(place.join("."))) continue;
      if (isCredential(property, properties)) found.add(place.join("."));
      else if (place.length < MOST_DEPTH && holdsCredential(property.type)) walk(property.type, place);
    }
  };
  if (holdsCredential(type)) walk(type, []);
  return [...found];
}
