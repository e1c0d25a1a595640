// Preloaded into a process that is measured: writes what it cost where COST_FILE says. `cpuMs` is the processor time of all
// of its threads, `peakMb` its peak resident memory.
const { existsSync, readFileSync, writeFileSync } = require("node:fs");

process.once("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.COST_FILE, JSON.stringify({ cpuMs: (user + system) / 1000, peakMb: peakMb() }));
});

/** Linux counts in maxRSS what the parent held when it forked; VmHWM begins anew with the program. */
function peakMb() {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) / 1024;
}
