/** Attachments of messages: the feature `attachments` and its values. */

export type { AttachmentsOf, WithAttachments } from "soapwright-runtime/client";
export type {
  Attachment,
  AttachmentSource,
  AttachmentStream,
  AttachmentValue,
  BlobLike,
  WithAttachmentStreams,
} from "soapwright-runtime/extend";
export { attachmentOf } from "./attachment-values";
export { type AttachmentOptions, attachments, type StreamsAttachments, streamsAttachments } from "./attachments";
