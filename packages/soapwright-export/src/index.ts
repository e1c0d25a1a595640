/**
 * Exports: calls an operation for each of many inputs, writes the results to files or tables, and keeps a journal to
 * resume from. Works with any generated client.
 */
export { type Column, columnsOf, inputColumn } from "./columns";
export type { Sink } from "./contracts";
export { csvLine } from "./csv";
export { exportCalls } from "./export-calls";
export { ExportError, type ExportErrorCode, isExportError } from "./export-error";
export type { ExportOptions } from "./export-options";
export type { ExportWords } from "./export-words";
export { FileJournal } from "./file-journal";
export { type CsvSinkOptions, csvSink, ndjsonSink } from "./file-sinks";
export { type InputRecord, rangeRecords, readRecords } from "./inputs/records";
export { parquetSink } from "./parquet-sink";
export { postgresSink } from "./postgres/postgres-sink";
export type { ExportProgress, ExportSummary } from "./progress";
export type { QueuedInput, QueuedTask } from "./queue/chunks";
export { enqueueExport, exportStatus, type StatusReport } from "./queue/export-queue";
export type { LeftChunks } from "./queue/left-chunks";
export type { QueueAddresses } from "./queue/redis";
export { type RunningWorker, startWorker } from "./queue/worker";
export type { TaskCalls } from "./queue/worker-options";
export { snakeCase } from "./snake-case";
