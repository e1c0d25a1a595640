import type { ClientModel } from "soapwright-contract";

/** Returns the names of a client's interfaces that have methods. */
export function interfaceNames({ apiName, streamApiName, operations }: ClientModel): string[] {
  const isStreamed = operations.some(({ output }) => output?.list === "elements");
  return [...(operations.length > 0 ? [apiName] : []), ...(isStreamed ? [streamApiName] : [])];
}
