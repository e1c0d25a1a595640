// The proxies that wsdl.exe has written, compiled into one library.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;

static class MonoProxies {
  public static string Source(string[] contract, int at) { return Path.Combine(contract[3], "mono", "Proxy" + at + ".cs"); }

  /// All at once; without those that have errors, until none has.
  public static Assembly Compile(List<string[]> contracts, Dictionary<int, string> failures, string folder) {
    while (true) {
      var library = Path.Combine(folder, "proxies" + failures.Count + ".dll");
      File.WriteAllLines(Path.Combine(folder, "proxies.rsp"), Enumerable.Range(0, contracts.Count).Where(at => !failures.ContainsKey(at)).Select(at => "\"" + Source(contracts[at], at) + "\""));
      var start = new ProcessStartInfo("mcs", "-nowarn:0000-9999 -target:library -r:System.Web.Services -r:System.Data -out:" + library + " @" + Path.Combine(folder, "proxies.rsp")) { UseShellExecute = false, RedirectStandardError = true, RedirectStandardOutput = true };
      var run = Process.Start(start);
      run.OutputDataReceived += (_, __) => {};
      run.BeginOutputReadLine();
      var errors = run.StandardError.ReadToEnd().Split('\n').Where(line => line.Contains(": error ") && line.Contains("Proxy")).ToList();
      run.WaitForExit();
      if (errors.Count == 0) return Assembly.LoadFrom(library);
      foreach (var line in errors) {
        var at = int.Parse(new string(Path.GetFileName(line.Substring(0, line.IndexOf(".cs("))).Skip(5).ToArray()));
        if (!failures.ContainsKey(at)) failures[at] = MonoValues.Failure("compileFailure", new IOException(line.Substring(line.IndexOf(".cs("))));
      }
    }
  }
}
