/** The nouns of a table of versions: one service, a row for each version of its interface. */
import type { Placed } from "soapwright/internal";
import type { Position } from "soapwright-contract";

/** `wsdl/versions.json`. */
export interface VersionTable {
  /** Name of the service, for example `OrderService`: what the names of its options and environment variables start with. */
  readonly service: string;
  /** The path of namespaces behind the base URL, with `{version}` for the folder of a row. */
  readonly path?: string;
  readonly rows: readonly VersionRow[];
}

/** One version of the interface. */
export interface VersionRow {
  readonly position: Position;
  /** Name of the WSDL's file, beside the table. */
  readonly wsdl: Placed;
  readonly className: Placed;
  /** Name of the version, of its folder below `generated/` and of its entry point: `v3`. */
  readonly folder: Placed;
  /** Since when the service has it: `2026-11-21`. */
  readonly date?: string;
  /** What the version is for, as the documentation of its factory says it. */
  readonly summary?: string;
  readonly header?: HeaderRow;
  /** What its faults mean, where code and reason do not say it by themselves; the first that fits holds. */
  readonly faults: readonly FaultRow[];
  /** Generated types that the main entry point shows. */
  readonly types: readonly Placed[];
}

/** What a fault with this code or reason means. */
export interface FaultRow {
  /** Local name of its code or of a subcode. */
  readonly code?: string;
  /** What its reason has in it, in any letter case. */
  readonly reason?: string;
  readonly kind: string;
}

/** The header block that carries the credentials. */
export interface HeaderRow {
  /** Its local name. */
  readonly element: Placed;
  readonly children: readonly ChildRow[];
}

/** A child of the header block. */
export interface ChildRow {
  /** Its local name. */
  readonly name: Placed;
  /** The option of the client that it comes from. */
  readonly option: string;
  /** The environment variable that it may come from. */
  readonly variable?: string;
  readonly required: boolean;
  /** Not shown in messages, events and errors. */
  readonly secret: boolean;
  readonly documentation?: string;
  /** What the sandbox takes for it. */
  readonly sandbox: string;
}
