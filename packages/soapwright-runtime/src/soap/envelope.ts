import type { SoapVersionTerms } from "./operation-plan";

/** Returns an envelope with these contents of Header and Body. An empty Header is left out. */
export function writeEnvelope({ prefix, namespace }: SoapVersionTerms, header: string, body: string): string {
  const names = `xmlns:${prefix}="${namespace}" xmlns:xsi="${XSI}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"`;
  const head = header === "" ? "" : `<${prefix}:Header>${header}</${prefix}:Header>`;
  return `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope ${names}>${head}<${prefix}:Body>${body}</${prefix}:Body></${prefix}:Envelope>`;
}

const XSI = "http://www.w3.org/2001/XMLSchema-instance";
