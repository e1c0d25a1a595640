/** The entry point for attachments. */

export { attachmentOf } from "./values";
