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
