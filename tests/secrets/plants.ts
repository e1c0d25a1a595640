/** What is planted in every call, and must not come out of any failure. */
export const PLANTS = {
  /** In the header block that the schema declares. */
  user: "marker-user-7781",
  secret: "marker-secret-9f31",
  /** In HTTP headers of the caller and of a security object. */
  apiKey: "marker-api-key-52c0",
  password: "marker-password-e8d4",
  /** In a header block that was added by node-soap's own way. */
  added: "marker-added-63aa",
  /** In the arguments and in the answer: personal data. */
  person: "Marker Janneke de Vries",
} as const;

/** All of it, as a service that repeats what it was sent would write it. */
export const ECHO = Object.values(PLANTS).join(" ");
/** The credentials alone: what a service says in a fault about persons is its own words. */
export const CREDENTIALS = Object.entries(PLANTS).flatMap(([name, plant]) => (name === "person" ? [] : [plant]));
export const BASIC = Buffer.from(`someone:${PLANTS.password}`).toString("base64");

/** The names of the plants that `text` shows, encoded or not. */
export function plantsIn(text: string): string[] {
  const decoded = text.replace(/%[0-9a-fA-F]{2}/g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  const found = Object.entries(PLANTS).flatMap(([name, plant]) =>
    text.includes(plant) || decoded.includes(plant) ? [name] : [],
  );
  return text.includes(BASIC) ? [...found, "basic"] : found;
}
