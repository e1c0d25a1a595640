// One number for a decoded list. It reads every field of every entry, and it tells a number from its text, a boolean from
// its text and an empty string from an absent one only where all rivals can (Id and Default are typed; text is counted).

const texts = [
  "Street",
  "HouseNumber",
  "HouseNumberAddition",
  "PostalCode",
  "City",
  "StateProvince",
  "CountryISOCode",
  "Type",
];

/** Returns the checksum of one entry. */
export function entryChecksum(entry) {
  let sum = entry.Id + (entry.Default === true ? 1 : 0);
  for (let at = 0; at < texts.length; at++) {
    const text = entry[texts[at]];
    // strong-soap reads an empty element as null and node-soap as "". All read an absent one as undefined.
    if (typeof text === "string" && text !== "") sum += text.length * (at + 2) + text.charCodeAt(0);
  }
  return sum;
}

/** Returns the checksum of a list. */
export function checksum(entries) {
  let sum = 0;
  for (const entry of entries) sum += entryChecksum(entry);
  return sum;
}
