import { features } from "./features.mjs";

void features();
