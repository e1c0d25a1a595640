// Preloaded into a process that is measured: writes its peak resident memory, in MB, where PEAK_FILE says.
process.once("exit", () => {
  require("node:fs").writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS / 1024));
});
