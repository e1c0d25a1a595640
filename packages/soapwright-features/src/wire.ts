/**
 * The entry point `soapwright-features/wire`, what a service shares with the features of a client: the actions of an
 * operation, and the parts of a message, read and written. Its types are those of Node.js.
 */

export { faultAction, requestAction, responseAction } from "./addressing/actions";
export { inlineIncludes } from "./attachments/inline-includes";
export { readMimeType } from "./attachments/media-type";
export { MultipartReader } from "./attachments/multipart";
export { OutgoingParts } from "./attachments/outgoing";
export { ReceivedParts } from "./attachments/received";
export { XopEvents } from "./attachments/xop";
export { type EnvelopePart, readParts } from "./security/envelope-parts";
