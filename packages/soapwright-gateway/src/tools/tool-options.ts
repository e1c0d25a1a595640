/** What a server of tools is made and served with. */

import type { ServiceClient, ValidationMode } from "soapwright-runtime";
import type { SchemaTexts } from "soapwright-runtime/json";

/** Options of `toolServer`. */
export interface ToolOptions {
  /** A generated or an opened client, or several. Their credentials are those of every call. */
  readonly client: ServiceClient | readonly ServiceClient[];
  /** Texts of the WSDL for descriptions. */
  readonly documentation?: SchemaTexts | undefined;
  /** The `validation` by which output schemas and results are written. Default: that of the client. */
  readonly validation?: ValidationMode | undefined;
  /** The name by which assistants know the server. Default: the name of the service. */
  readonly name?: string | undefined;
  /** The version of the server. Default `0.0.0`. */
  readonly version?: string | undefined;
  /**
   * Patterns of operations that only read, for example `Get*`. Operations with `wsdlx:safe` in the WSDL are safe already.
   */
  readonly safe?: readonly string[] | undefined;
  /** Names of operations that are offered although they may change something. */
  readonly allow?: readonly string[] | undefined;
  /** Patterns of the operations that are offered at all, for example `*Order*`. Default: all. */
  readonly only?: readonly string[] | undefined;
  /**
   * Whether the list has two tools, which find and call operations, in place of a tool for each operation of a large
   * service. Default: false.
   */
  readonly search?: boolean | undefined;
  /**
   * Values of arguments that no assistant may choose, by name, or by path as in `Login.Token`: JSON, or a text that is
   * read as JSON where the type is not text. They vanish from the input schemas of all tools that have them.
   */
  readonly fix?: Readonly<Record<string, unknown>> | undefined;
  /** Most items of a list in one result. Default 50. */
  readonly pageSize?: number | undefined;
  /** Most characters of a result as JSON. Default 60,000. */
  readonly maxResultChars?: number | undefined;
  /** Receives a line for each call: the tool, how it ended, how long it took. Values are never in it. */
  readonly log?: ((line: string) => void) | undefined;
}

/** An operation that is no tool, and why. */
export interface LeftOperation {
  readonly operation: string;
  readonly reason: string;
  /** The option that offers it nevertheless. */
  readonly permits?: "allow";
}

/** An option names an operation or an argument that does not exist, or has a wrong value. */
export class ToolOptionError extends Error {
  override readonly name = "ToolOptionError";

  constructor(
    message: string,
    /** The name of the option. */
    readonly option: keyof ToolOptions | keyof HttpOptions,
  ) {
    super(message);
  }
}

/** Options of `serveHttp`. */
export interface HttpOptions {
  /** The port; 0 for any free one. */
  readonly port: number;
  /** The interface. Default 127.0.0.1. Any other needs `token`. */
  readonly host?: string | undefined;
  /** What callers send as `Authorization: Bearer <token>`. At least 16 characters. */
  readonly token?: string | undefined;
}

/**
 * A tool, as the protocol lists it. A declaration of its own: those of the protocol's package need types of Node.js, which
 * a program that serves elsewhere does not have.
 */
export interface OfferedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly [keyword: string]: unknown; readonly type: "object" };
  readonly outputSchema?: { readonly [keyword: string]: unknown } | undefined;
  readonly annotations?:
    | {
        readonly title?: string | undefined;
        readonly readOnlyHint?: boolean | undefined;
        readonly destructiveHint?: boolean | undefined;
        readonly idempotentHint?: boolean | undefined;
        readonly openWorldHint?: boolean | undefined;
      }
    | undefined;
}

/** A stream of Node.js. */
export interface ToolStream {
  once(event: string, listener: () => void): unknown;
}

/** Tools that are being served. */
export interface RunningTools {
  /** The address for clients; undefined over standard input and output. */
  readonly url: string | undefined;
  /** Resolves when the client has left, over standard input and output. */
  readonly ended: Promise<void>;
  /** Cancels calls that are running, and closes all connections. */
  close(): Promise<void>;
}
