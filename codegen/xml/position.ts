export type { Position } from "../diagnostics";
