/** Plain node-soap: calls of its client, over a transport that stores the request and returns the document. */
import { createClientAsync } from "soap";
import type { Contract } from "../board";
import { envelope, type Opened } from "./system";

type Call = (args: unknown) => Promise<readonly unknown[]>;
export type Create = (wsdl: string, options: object) => Promise<object>;

/** Opens a client that `create` makes from the WSDL. */
export async function openWith(create: Create, { wsdl, elements }: Contract): Promise<Opened> {
  let [sent, returned] = ["", ""];
  const httpClient = {
    request(_url: string, data: string, callback: (error: unknown, response: object, body: string) => void): object {
      sent = data;
      queueMicrotask(() => callback(null, { statusCode: 200, status: 200, headers: {}, data: returned }, returned));
      return {};
    },
  };
  const client = (await create(wsdl, { httpClient, preserveWhitespace: true })) as Record<string, Call>;
  const operation = (root: string): Call => {
    const call = client[`o${elements.indexOf(root)}Async`];
    if (call === undefined) throw new Error(`no operation has the element ${root}`);
    return call.bind(client);
  };
  return {
    async decode(text, root) {
      returned = envelope(text);
      return (await operation(root)({}))[0];
    },
    async encode(value, root) {
      returned = envelope("");
      sent = "";
      // It sends the request before it reads the response, which is empty here.
      await operation(root)(value ?? {}).catch((error) => {
        if (sent === "") throw error;
      });
      return sent;
    },
  };
}

export const open = (contract: Contract): Promise<Opened> => openWith(createClientAsync, contract);
