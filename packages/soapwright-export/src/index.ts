/**
 * Exports: calls an operation for each of many inputs, writes the results to files or tables, and keeps a journal to
 * resume from. Works with any generated client.
 */
export { type Column, type ColumnType, columnsOf, inputColumn } from "./columns";
export type {
  ExportInput,
  FailedInput,
  InputResult,
  Journal,
  JournalEntry,
  JournalOpening,
  JournalState,
  Mark,
  Sink,
  SinkPosition,
} from "./contracts";
export { csvLine } from "./csv";
export { exportCalls } from "./export-calls";
export { ExportError, type ExportErrorCode, isExportError } from "./export-error";
export type { ExportCallContext, ExportOptions } from "./export-options";
export type { ExportWords } from "./export-words";
export { FileJournal, type FileJournalOptions } from "./file-journal";
export { type CsvSinkOptions, csvSink, type NdjsonSinkOptions, ndjsonSink } from "./file-sinks";
export { type InputRecord, rangeRecords, readRecords } from "./inputs/records";
export { type ParquetSinkOptions, parquetSink } from "./parquet-sink";
export { type PostgresSinkOptions, postgresSink } from "./postgres/postgres-sink";
export type { ExportProgress, ExportSummary } from "./progress";
export type { QueuedInput, QueuedTask, QueueStatus } from "./queue/chunks";
export { type EnqueueOptions, enqueueExport, exportStatus, type StatusReport } from "./queue/export-queue";
export type { LeftChunks } from "./queue/left-chunks";
export type { PresenceChange } from "./queue/presence";
export type { QueueAddresses } from "./queue/redis";
export { type RunningWorker, startWorker } from "./queue/worker";
export type { TaskCalls, WorkerOptions, WorkerProgress } from "./queue/worker-options";
export { snakeCase } from "./snake-case";
