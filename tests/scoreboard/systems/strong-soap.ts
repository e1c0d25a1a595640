/** strong-soap: calls of its client, over a transport that stores the request and returns the document. */
import { createRequire } from "node:module";
import type { Contract } from "../board";
import { envelope, type Opened } from "./system";

type Done<T extends unknown[]> = (error: Error | null, ...results: T) => void;
type Call = (args: unknown, done: Done<[unknown]>) => void;
interface StrongSoap {
  readonly soap: { createClient(wsdl: string, options: object, done: Done<[Record<string, Call>]>): void };
}

export async function open({ wsdl, elements }: Contract): Promise<Opened> {
  const { soap } = createRequire(__filename)("strong-soap") as StrongSoap;
  let [sent, returned] = ["", ""];
  const httpClient = {
    request(_url: string, data: string, done: (error: null, response: object, body: string) => void): object {
      sent = data;
      queueMicrotask(() => done(null, { statusCode: 200, headers: {}, body: returned }, returned));
      return { headers: {} };
    },
  };
  const client = await new Promise<Record<string, Call>>((resolve, reject) =>
    soap.createClient(wsdl, { httpClient }, (error, made) => (error ? reject(error) : resolve(made))),
  );
  const call = (root: string, args: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const operation = client[`o${elements.indexOf(root)}`];
      if (operation === undefined) throw new Error(`no operation has the element ${root}`);
      operation.call(client, args, (error, result) => (error ? reject(error) : resolve(result)));
    });
  return {
    decode(text, root) {
      returned = envelope(text);
      return call(root, {});
    },
    async encode(value, root) {
      // It returns `xsi:schemaLocation` as an attribute without namespace, which users do not send.
      const { $attributes: attributes } = Object(value);
      for (const name of ["schemaLocation", "noNamespaceSchemaLocation"]) delete attributes?.[name];
      [sent, returned] = ["", envelope("")];
      // Arguments have the name of the element, unlike results.
      await call(root, { [root.replace(/^\{.*\}/, "")]: value ?? {} }).catch((error) => {
        if (sent === "") throw error;
      });
      return sent;
    },
  };
}
