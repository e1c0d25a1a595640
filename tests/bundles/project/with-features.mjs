import { addressing } from "soapwright-runtime/addressing";
import { attachments } from "soapwright-runtime/attachments";
import { features } from "./features.mjs";

void features({ addressing: [addressing({ addressing: "1.0" })], attachments: [attachments()] });
