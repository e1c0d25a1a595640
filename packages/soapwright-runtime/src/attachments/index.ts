/** Attachments of messages: the feature `attachments`, and what goes with it. */
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
