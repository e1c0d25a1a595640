/** The values that are planted in every call and must not appear in any failure. */
export const PLANTS = {
  /** The value in the header block that the schema declares. */
  user: "marker-user-7781",
  secret: "marker-secret-9f31",
  /** The value in HTTP headers of the caller and of a security object. */
  apiKey: "marker-api-key-52c0",
  password: "marker-password-e8d4",
  /** The value in a header block that is added with node-soap's own API. */
  added: "marker-added-63aa",
  /** Personal data, in the arguments and in the response. */
  person: "Marker Janneke de Vries",
} as const;

/** All plants, as a service writes them that repeats its request. */
export const ECHO = Object.values(PLANTS).join(" ");
/** The credentials alone. Personal data in the service's texts is shown. */
export const CREDENTIALS = Object.entries(PLANTS).flatMap(([name, plant]) => (name === "person" ? [] : [plant]));
export const BASIC = Buffer.from(`someone:${PLANTS.password}`).toString("base64");

/** Returns the names of the plants that `text` shows, encoded or not. */
export function plantsIn(text: string): string[] {
  const decoded = text.replace(/%[0-9a-fA-F]{2}/g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  const found = Object.entries(PLANTS).flatMap(([name, plant]) =>
    text.includes(plant) || decoded.includes(plant) ? [name] : [],
  );
  return text.includes(BASIC) ? [...found, "basic"] : found;
}
