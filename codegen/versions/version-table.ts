/** The types of a table of versions: one service, a row for each version of its interface. */
import type { Placed } from "soapwright/internal";
import type { Position } from "soapwright-contract";

export interface VersionTable {
  /** The name of the service, for example `OrderService`: the prefix of its options and environment variables. */
  readonly service: string;
  /** The path of namespaces after the base URL, with `{version}` in place of a row's folder. */
  readonly path?: string;
  readonly rows: readonly VersionRow[];
}

export interface VersionRow {
  readonly position: Position;
  /** The name of the WSDL file, in the folder of the table. */
  readonly wsdl: Placed;
  readonly className: Placed;
  /** The name of the version, of its folder in `generated/` and of its entry point: `v3`. */
  readonly folder: Placed;
  /** The date when the service introduced the version: `2026-11-21`. */
  readonly date?: string;
  /** The purpose of the version, for the documentation of its factory. */
  readonly summary?: string;
  readonly header?: HeaderRow;
  /** The kinds of faults that code and reason do not tell. The first matching row applies. */
  readonly faults: readonly FaultRow[];
  /** The generated types that the main entry point exports. */
  readonly types: readonly Placed[];
}

/** The kind of error that a fault with this code or reason is. */
export interface FaultRow {
  /** The local name of the fault's code or of a subcode. */
  readonly code?: string;
  /** A part of the fault's reason, in any letter case. */
  readonly reason?: string;
  readonly kind: string;
}

/** The header block with the credentials. */
export interface HeaderRow {
  /** The local name of the block. */
  readonly element: Placed;
  readonly children: readonly ChildRow[];
}

export interface ChildRow {
  /** The local name of the child. */
  readonly name: Placed;
  /** The client option with its value. */
  readonly option: string;
  /** The environment variable with its value. */
  readonly variable?: string;
  readonly required: boolean;
  /** Whether messages, events and errors mask the value. */
  readonly secret: boolean;
  readonly documentation?: string;
  /** The value that the sandbox accepts. */
  readonly sandbox: string;
}
