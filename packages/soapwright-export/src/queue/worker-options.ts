/** How a worker makes its calls, and what it reports. */
import type { AttemptInterceptor } from "soapwright-runtime";
import type { ServiceError } from "soapwright-runtime/errors";
import type { CallSignal } from "soapwright-runtime/extend";
import type { Column } from "../columns";
import type { QueuedInput, QueuedTask } from "./chunks";
import type { LeftChunks } from "./left-chunks";
import type { PresenceChange } from "./presence";
import type { QueueAddresses } from "./redis";

/** The calls for one task. */
export interface TaskCalls {
  readonly columns: readonly Column[];
  readonly inputColumns: readonly Column[];
  readonly call: (input: QueuedInput, context: { readonly signal: CallSignal }) => PromiseLike<unknown>;
  /** Whether a call that may have reached the service is repeated. */
  readonly repeatable: boolean;
}

/** How a worker makes its calls, and what it reports. */
export interface WorkerOptions extends QueueAddresses {
  /** Returns the calls for a task. Install the interceptor in the client, so that every request counts. */
  readonly open: (task: QueuedTask, interceptor: AttemptInterceptor | undefined) => TaskCalls;
  /** The largest number of calls at a time. */
  readonly concurrency: number;
  /**
   * The name of the service whose requests are counted, for example its host. Each service has its own rate. Default:
   * one rate for the product.
   */
  readonly service?: string;
  /** Whether failures keep the reason of a fault, which is text of the service. Default false. */
  readonly faultText?: boolean;
  /** Whether the worker continues when no call has ever succeeded. Default false: it ends after ten failed calls. */
  readonly keepGoing?: boolean;
  /** The number of requests per second of all workers together. All must set the same number. Undefined: no limit. */
  readonly perSecond?: number | undefined;
  /** The longest time of one request, in milliseconds. */
  readonly requestMs: number;
  readonly patienceMs: number;
  readonly onProgress?: (done: { readonly inputs: number; readonly rows: number; readonly failed: number }) => void;
  /**
   * Called when Redis or PostgreSQL becomes unavailable, which the worker waits for, and when it is available again.
   */
  readonly onPresence?: (change: PresenceChange) => void;
  /** Called once for each reason with chunks that this worker cannot carry out. They stay in the queue. */
  readonly onLeft?: (left: LeftChunks) => void;
  /** Called when calls meet trouble, and with undefined when the service works again. */
  readonly onTrouble?: (error: ServiceError | undefined) => void;
  /** Called once when calls wait for the shared rate and get no permit. The reason names the Redis key. */
  readonly onStarved?: (reason: Error) => void;
}

/** The work of a worker since its start, and its state. */
export interface WorkerProgress {
  /** The number of chunks in progress. */
  readonly chunks: number;
  /** The number of inputs of completed chunks. */
  readonly inputs: number;
  readonly rows: number;
  readonly failed: number;
  /** The number of calls at a time that the throttle admits. */
  readonly concurrency: number;
  /** The time since the last call ended, in milliseconds. 0 if no call is in flight. */
  readonly silentMs: number;
}
