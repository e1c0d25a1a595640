/** Attachments for bundled programs: import this entry point once. Generated clients whose WSDL needs them do. */
import * as feature from "./feature";
import { provideAttachments } from "./loaded";

export { attachmentOf } from "./values";

provideAttachments(feature);
