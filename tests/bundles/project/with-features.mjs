import { addressing } from "employee-service-client/addressing";
import { attachments } from "employee-service-client/attachments";
import { features } from "./features.mjs";

void features({ addressing: [addressing({ addressing: "1.0" })], attachments: [attachments()] });
