/** What commands run when they begin: all that makes calls, which help and completion do not load. */

export { callAndPrint } from "./call-and-print";
export { complaintOf } from "./complaint";
export { endOfCommand } from "./export/export-end";
export { showStatus } from "./export/queue-export";
export { runExport } from "./export/run-export";
export { runWorker } from "./export/run-worker";
export { examine } from "./run-doctor";
export { serveGateway } from "./run-gateway";
export { serveAssistant } from "./run-mcp";
export { record } from "./run-record";
