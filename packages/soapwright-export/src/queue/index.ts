/** Exports on many machines: a BullMQ queue in Redis or Valkey, rows in PostgreSQL, and one rate for all workers. */
export type { QueuedInput, QueuedTask, QueueStatus } from "./chunks";
export { type EnqueueOptions, enqueueExport, exportStatus, type StatusReport } from "./export-queue";
export type { LeftChunks } from "./left-chunks";
export type { PresenceChange } from "./presence";
export type { QueueAddresses } from "./redis";
export { type RunningWorker, startWorker } from "./worker";
export type { TaskCalls, WorkerOptions, WorkerProgress } from "./worker-options";
