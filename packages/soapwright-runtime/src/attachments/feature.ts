/** What the way of a call takes of this folder, where it has attachments. */
export { AttachmentSink } from "./attachment-sink";
export { inlineIncludes } from "./inline-includes";
export { readMimeType } from "./media-type";
export { collected, OutgoingParts } from "./outgoing";
export { ReceivedParts } from "./received";
export { StreamedParts } from "./streamed";
export { XopEvents } from "./xop";
