/** Attachments of messages: the feature `attachments` and its values. */
export type {
  Attachment,
  AttachmentSource,
  AttachmentStream,
  AttachmentsOf,
  AttachmentValue,
  BlobLike,
  WithAttachmentStreams,
  WithAttachments,
} from "../octets";
export { attachmentOf } from "./attachment-values";
export { type AttachmentOptions, attachments, type StreamsAttachments, streamsAttachments } from "./attachments";
export { inlineIncludes } from "./inline-includes";
export { readMimeType } from "./media-type";
export { MultipartReader } from "./multipart";
export { OutgoingParts } from "./outgoing";
export { ReceivedParts } from "./received";
export { XopEvents } from "./xop";
