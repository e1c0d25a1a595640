/** Responses of the fault server, as an .asmx service writes them. */
import { entriesOf } from "./injection";

const namespace = "https://service.example/soap/v3/EmployeeService";
const envelope = (body: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>${body}</soap:Body></soap:Envelope>`;

/** Returns the valid response for an employee. */
export function listResponse(employeeId: number): string {
  const entries = entriesOf(employeeId).map(
    ({ Id, Street }) =>
      `<EmployeeAddress><Id>${Id}</Id><Default>true</Default><Street>${Street.replace("&", "&amp;")}</Street><HouseNumber /><City>Liège</City><Type>HomeAddress</Type></EmployeeAddress>`,
  );
  return envelope(
    `<Address_GetListResponse xmlns="${namespace}"><Address_GetListResult>${entries.join("")}</Address_GetListResult></Address_GetListResponse>`,
  );
}

export const faultResponse = envelope(
  "<soap:Fault><faultcode>soap:Server</faultcode><faultstring>Out of order.</faultstring><detail /></soap:Fault>",
);
export const otherElementResponse = envelope(`<Address_PutListResponse xmlns="${namespace}" />`);
export const wrongValueResponse = envelope(
  `<Address_GetListResponse xmlns="${namespace}"><Address_GetListResult><EmployeeAddress><Id>1x</Id><Default>true</Default><Type>HomeAddress</Type></EmployeeAddress></Address_GetListResult></Address_GetListResponse>`,
);
export const page = "<html><head><title>Sign in</title></head><body><p>Please sign in</body></html>";
