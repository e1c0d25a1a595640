import "employee-service-client/addressing";
import "employee-service-client/attachments";
import { features } from "./features.mjs";

void features();
