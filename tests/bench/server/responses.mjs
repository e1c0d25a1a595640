// The prepared responses: address lists as an .asmx service writes them, and the checksum that every side must get.
import { checksum } from "../checksum.mjs";

/** The number of entries that a streamed list repeats. */
export const streamBlock = 200;

export const namespace = "https://service.example/soap/v3/EmployeeService";

const types = ["HomeAddress", "PostAddress", "AbsenceAddress", "HolidaysAddress", "WeekendAddress", "WorkAddress"];
const streets = ["Fazantenweg", "Rue de l'Église", "Bloem- & Boomstraat", "Laan van Nieuw-Guinea", "Dorpsstraat"];
const cities = ["Amersfoort", "Liège", "'s-Gravenhage", "Capelle aan den IJssel", "Ee"];

/** Returns one address. Most have every field, one in four lacks some, as in real data. */
export function address(index) {
  const entry = {
    Id: 100000 + index,
    Default: index % 3 === 0,
    Street: streets[index % streets.length],
    HouseNumber: String((index * 7) % 400),
    HouseNumberAddition: index % 2 === 0 ? "bis" : "",
    PostalCode: `${3000 + (index % 6000)} KK`,
    City: cities[index % cities.length],
  };
  if (index % 4 !== 1) entry.StateProvince = "Utrecht";
  return { ...entry, CountryISOCode: "NL", Type: types[index % types.length] };
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const element = ([name, value]) => (value === "" ? `<${name} />` : `<${name}>${escaped(String(value))}</${name}>`);

/** Returns the `<EmployeeAddress>` elements from `from` up to `to`. */
export function addressElements(from, to) {
  let text = "";
  for (let index = from; index < to; index++) {
    text += `<EmployeeAddress>${Object.entries(address(index)).map(element).join("")}</EmployeeAddress>`;
  }
  return text;
}

/** The text before the first and after the last entry. */
export const before =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
  `<Address_GetListResponse xmlns="${namespace}"><Address_GetListResult>`;
export const after = "</Address_GetListResult></Address_GetListResponse></soap:Body></soap:Envelope>";

/** Returns a whole envelope of `count` entries. */
export const envelope = (count) => before + addressElements(0, count) + after;

/** Returns an envelope of SOAP 1.1 as one of SOAP 1.2. */
export const inSoap12 = (text) =>
  text.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");

/** An envelope with a fault, as an .asmx service writes it. */
export const fault =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
  "<soap:Fault><faultcode>soap:Client</faultcode><faultstring>The period is closed.</faultstring><detail />" +
  "</soap:Fault></soap:Body></soap:Envelope>";

/** The response to a large request of `tests/compare/records.wsdl`. */
export const stored =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  '<StoreResponse xmlns="urn:records"><Stored>1000</Stored></StoreResponse></soap:Body></soap:Envelope>';

/** Returns the checksum of a decoded list of `count` entries. */
export function expectedChecksum(count) {
  const entries = [];
  for (let index = 0; index < count; index++) entries.push(address(index));
  return checksum(entries);
}
