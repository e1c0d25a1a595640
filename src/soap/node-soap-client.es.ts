/** node-soap's client in an ES build, whose imports are static: what it does not need, a bundler cannot leave out. */
export { Client } from "soap/lib/client.js";
