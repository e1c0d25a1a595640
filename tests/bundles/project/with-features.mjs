import { addressing, attachments } from "soapwright-features";
import { features } from "./features.mjs";

void features({ addressing: [addressing({ addressing: "1.0" })], attachments: [attachments()] });
