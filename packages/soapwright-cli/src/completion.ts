/**
 * The entry point `soapwright-cli/completion`: completion in a shell. It loads nothing that calls a service, so that the tab
 * key is answered at once.
 */

export { completionScript, shellNamed } from "./completion/scripts";
