import type { Feature } from "soapwright-runtime";
import { name, version } from "../package.json";
import { NodeSoapWriter } from "./node-soap-writer";

/**
 * Has node-soap write every envelope of a client: `features: [nodeSoap()]`. `client.soap` is node-soap's client, with
 * its events, security objects and header blocks.
 */
export function nodeSoap(): Feature {
  return {
    name: "node-soap",
    version: 1,
    madeBy: `${name} ${version}`,
    kind: "envelope",
    open: (client) => ({ writer: new NodeSoapWriter(client), call: () => undefined }),
  };
}
