import { addressing } from "soapwright-features/addressing";
import { attachments } from "soapwright-features/attachments";
import { features } from "./features.mjs";

void features({ addressing: [addressing({ addressing: "1.0" })], attachments: [attachments()] });
