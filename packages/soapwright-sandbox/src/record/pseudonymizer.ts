/** Invented values in place of real ones: of the same kind and shape, and the same for the same real value. */

import { createHmac } from "node:crypto";
import { Random } from "soapwright-verify";

export type ValueKind =
  | "integer"
  | "decimal"
  | "date"
  | "dateTime"
  | "time"
  | "base64"
  | "hex"
  | "address"
  | "digits"
  | "text";

const streets = [
  "Ahornlaan",
  "Beukenweg",
  "Cederstraat",
  "Dennenpad",
  "Elzenkade",
  "Fazantplein",
  "Gruttoweg",
  "Havikdreef",
];
const cities = [
  "Noordveen",
  "Oosterwolde aan Zee",
  "Zuidmeer",
  "Westerhout",
  "Nieuwdrecht",
  "Oudbroek",
  "Hoogveld",
  "Laagkerk",
];
const firstNames = [
  "Aaltje",
  "Berend",
  "Cato",
  "Derk",
  "Eefje",
  "Floor",
  "Gijs",
  "Hanne",
  "Ise",
  "Jorn",
  "Kee",
  "Lode",
];
const lastNames = ["Veldhuis", "Brinkman", "Oosterling", "Haverkamp", "Dijkgraaf", "Molenaar", "Terpstra", "Zandstra"];
const syllables = ["ba", "do", "fi", "ga", "ko", "lu", "me", "no", "pa", "ri", "su", "te", "va", "wo", "zi"];

const hints: readonly (readonly [RegExp, (random: Random) => string])[] = [
  [/street|straat|addressline/i, (random) => random.pick(streets)],
  [/city|town|plaats|woonplaats/i, (random) => random.pick(cities)],
  [/first.?name|given.?name|voornaam/i, (random) => random.pick(firstNames)],
  [/last.?name|surname|family.?name|achternaam/i, (random) => random.pick(lastNames)],
  [/full.?name|^name$|display.?name|^naam$/i, (random) => `${random.pick(firstNames)} ${random.pick(lastNames)}`],
  [/e?mail/i, (random) => `${random.pick(firstNames)}.${random.pick(lastNames)}@mail.example`.toLowerCase()],
];

/** The mapping from real to invented values. The key is random and never leaves the process. */
export class Pseudonymizer {
  readonly #invented = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly #real = new Set<string>();

  constructor(private readonly key: Uint8Array) {}

  /** No value that is invented later contains this one, if it has three characters or more. */
  note(value: string): void {
    if (value.trim() !== "") this.#real.add(value.trim());
  }

  /** `name` is the local name of the element. A blank value is returned unchanged. */
  of(value: string, kind: ValueKind, name: string, shaped: boolean): string {
    const text = value.trim();
    if (text === "") return value;
    this.note(text);
    const family = kind === "integer" || kind === "decimal" ? "number" : kind;
    const cached = this.#invented.get(`${family} ${text}`);
    if (cached !== undefined) return cached;
    const invented = this.#new(text, kind, name, shaped);
    this.#invented.set(`${family} ${text}`, invented);
    this.#used.add(invented);
    return invented;
  }

  #new(text: string, kind: ValueKind, name: string, shaped: boolean): string {
    for (let attempt = 0; ; attempt++) {
      const digest = createHmac("sha256", this.key).update(`${attempt} ${text}`).digest();
      const random = new Random(digest.toString("hex"));
      // A short value may have no other value of its shape: after many attempts it grows, and the shape is dropped.
      const growth = attempt < 100 ? 0 : 1 + attempt / 100;
      const candidate = invent(text, kind, name, shaped && attempt < 200, random, growth);
      const isTaken = this.#used.has(candidate) || this.#showsReal(candidate);
      if (!isTaken || attempt > 1000) return candidate;
    }
  }

  /** Values shorter than three characters occur in most texts, so only equality counts for them. */
  #showsReal(candidate: string): boolean {
    if (this.#real.has(candidate)) return true;
    for (const real of this.#real) if (real.length >= 3 && candidate.includes(real)) return true;
    return false;
  }
}

function invent(text: string, kind: ValueKind, name: string, shaped: boolean, random: Random, growth: number): string {
  switch (kind) {
    case "integer":
    case "decimal":
      return inventNumber(text, random, Math.floor(growth));
    case "digits":
      return reshaped(text, random);
    case "date":
    case "dateTime":
    case "time":
      return inventMoment(text, random);
    case "base64":
    case "hex":
      return inventOctets(text, kind, random);
    case "address":
      return `https://invented.example/${word(8, random)}`;
    case "text": {
      if (shaped) return reshaped(text, random);
      const hint = hints.find(([pattern]) => pattern.test(name));
      if (hint) return `${hint[1](random)}${growth === 0 ? "" : ` ${random.integer(0, 100 * growth)}`}`;
      return inventWords(text, random);
    }
  }
}

/** Letter by letter is not enough: the last digit of base64 has few valid values. */
function inventOctets(text: string, encoding: "base64" | "hex", random: Random): string {
  const bytes = Buffer.from(text, encoding);
  for (let at = 0; at < bytes.length; at++) bytes[at] = random.integer(0, 255);
  return bytes.toString(encoding);
}

/** Digits, sign and decimals stay as many. The first digit is never zero. */
function inventNumber(text: string, random: Random, growth: number): string {
  let isFirst = true;
  const masked = text.replace(/\d/g, () => {
    const digit = isFirst ? random.integer(1, 9) : random.integer(0, 9);
    isFirst = false;
    return String(digit);
  });
  // A number of ten digits may exceed 32 bits. Numbers that start with 1 fit.
  const limited = masked.replace(/^([+-]?)\d(?=\d{9}$)/, "$11");
  return growth === 0 ? limited : limited.replace(/\d+/, (digits) => digits + random.integer(0, 10 ** growth - 1));
}

function inventMoment(text: string, random: Random): string {
  const upTo = (most: number, least = 0): string => String(random.integer(least, most)).padStart(2, "0");
  return text
    .replace(
      /^(-?)\d{4,}-\d\d-\d\d/,
      (_, sign: string) => `${sign}${random.integer(1950, 2029)}-${upTo(12, 1)}-${upTo(28, 1)}`,
    )
    .replace(/(^|T)\d\d:\d\d:\d\d(\.\d+)?/, (_, start: string, fraction?: string) => {
      const rest = fraction === undefined ? "" : reshaped(fraction, random);
      return `${start}${upTo(23)}:${upTo(59)}:${upTo(59)}${rest}`;
    });
}

/** Case and digits stay, so that patterns such as `1234 AB` still match. */
function reshaped(text: string, random: Random): string {
  return text.replace(/[\p{L}\p{N}]/gu, (character) => {
    if (/\p{N}/u.test(character)) return String(random.integer(0, 9));
    const start = character === character.toLowerCase() ? 97 : 65;
    return String.fromCharCode(start + random.integer(0, 25));
  });
}

/** Words are pronounceable, as many as before, with the same capitals. */
function inventWords(text: string, random: Random): string {
  if (/^[^\p{L}]*\p{N}/u.test(text)) return reshaped(text, random);
  return text
    .split(/\s+/)
    .map((one) => {
      const invented = word(Math.min(12, Math.max(3, one.length)), random);
      return one[0] !== one[0]?.toLowerCase() ? invented[0]!.toUpperCase() + invented.slice(1) : invented;
    })
    .join(" ");
}

function word(length: number, random: Random): string {
  let invented = "";
  while (invented.length < length) invented += random.pick(syllables);
  return invented.slice(0, length);
}
