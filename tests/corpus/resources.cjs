// Preloaded into a process that is measured: writes its peak resident memory, in MB, and its processor time, in seconds.
process.once("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const used = { peakMb: maxRSS / 1024, processorSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  require("node:fs").writeFileSync(process.env.RESOURCES_FILE, JSON.stringify(used));
});
