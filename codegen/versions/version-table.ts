/** The types of a table of versions: one service, a row for each version of its interface. */
import type { Placed } from "soapwright/internal";
import type { Position } from "soapwright-contract";

/** `wsdl/versions.json`. */
export interface VersionTable {
  /** Name of the service, for example `OrderService`: the prefix of its options and environment variables. */
  readonly service: string;
  /** The path of namespaces after the base URL, with `{version}` for the folder of a row. */
  readonly path?: string;
  readonly rows: readonly VersionRow[];
}

export interface VersionRow {
  readonly position: Position;
  /** Name of the WSDL file, in the folder of the table. */
  readonly wsdl: Placed;
  readonly className: Placed;
  /** Name of the version, of its folder in `generated/` and of its entry point: `v3`. */
  readonly folder: Placed;
  /** The date when the service introduced the version: `2026-11-21`. */
  readonly date?: string;
  /** Purpose of the version, for the documentation of its factory. */
  readonly summary?: string;
  readonly header?: HeaderRow;
  /** Meanings of faults whose code and reason do not suffice. The first match applies. */
  readonly faults: readonly FaultRow[];
  /** Generated types that the main entry point exports. */
  readonly types: readonly Placed[];
}

/** The kind of error that a fault with this code or reason is. */
export interface FaultRow {
  /** Local name of the fault's code or of a subcode. */
  readonly code?: string;
  /** Part of the fault's reason, in any letter case. */
  readonly reason?: string;
  readonly kind: string;
}

/** The header block with the credentials. */
export interface HeaderRow {
  /** Its local name. */
  readonly element: Placed;
  readonly children: readonly ChildRow[];
}

export interface ChildRow {
  /** Its local name. */
  readonly name: Placed;
  /** The client option that holds its value. */
  readonly option: string;
  /** The environment variable that may hold its value. */
  readonly variable?: string;
  readonly required: boolean;
  /** Never shown in messages, events and errors. */
  readonly secret: boolean;
  readonly documentation?: string;
  /** The value that the sandbox accepts. */
  readonly sandbox: string;
}
