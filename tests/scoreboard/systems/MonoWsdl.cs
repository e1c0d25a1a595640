// Mono's wsdl.exe: proxies of all contracts, compiled at once, called over HTTP on loopback.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Web.Services.Protocols;

class MonoWsdl {
  static readonly TextWriter said = Console.Out;

  static void Main(string[] args) {
    Console.SetOut(TextWriter.Null);
    var contracts = new List<string[]>();
    var documents = new Dictionary<string, List<string[]>>();
    foreach (var line in File.ReadAllLines(args[0]).Select(each => each.Split('\t')))
      if (line[0] == "contract") { contracts.Add(line); documents[line[1]] = new List<string[]>(); }
      else documents[contracts.Last()[1]].Add(line);
    var generate = Assembly.LoadFrom("/usr/lib/mono/4.5/wsdl.exe").EntryPoint;
    var failures = new Dictionary<int, string>();
    for (int at = 0; at < contracts.Count; at++) {
      Say("at " + contracts[at][1]);
      var file = MonoProxies.Source(contracts[at], at);
      Directory.CreateDirectory(Path.GetDirectoryName(file));
      var complaint = new StringWriter();
      Console.SetError(complaint);
      Exception thrown = null;
      try { generate.Invoke(null, new object[] { new[] { "-nologo", "-l:CS", "-protocol:SOAP", "-namespace:N" + at, "-out:" + file, contracts[at][2] } }); } catch (TargetInvocationException error) { thrown = error.InnerException; }
      if (!File.Exists(file)) failures[at] = MonoValues.Failure("generateFailure", thrown ?? new IOException(complaint.ToString().Trim().Split('\n').Last()));
    }
    var proxies = MonoProxies.Compile(contracts, failures, args[1]);
    MonoService.Start();
    for (int at = 0; at < contracts.Count; at++) {
      var outcome = failures.ContainsKey(at) ? failures[at] + ",\"documents\":[]" : "\"documents\":[" + string.Join(",", documents[contracts[at][1]].Select(each => "{" + Take(proxies, at, each) + "}")) + "]";
      Say("{\"name\":" + MonoValues.Quoted(contracts[at][1]) + "," + outcome + "}");
    }
    Environment.Exit(0);
  }

  static void Say(string line) {
    said.WriteLine(line);
    said.Flush();
  }

  static string Take(Assembly proxies, int at, string[] document) {
    var value = "";
    try {
      var type = proxies.GetTypes().First(each => each.Namespace == "N" + at && typeof(SoapHttpClientProtocol).IsAssignableFrom(each));
      var proxy = (SoapHttpClientProtocol)Activator.CreateInstance(type);
      proxy.Url = MonoService.Url;
      var method = type.GetMethod(document[2]);
      MonoService.Returned = File.ReadAllText(document[1]);
      var read = Call(proxy, method, null);
      value = "\"value\":" + MonoValues.Shown(read) + ",";
      MonoService.Sent = "";
      Call(proxy, method, read);
      return value + "\"encoded\":" + MonoValues.Quoted(MonoService.Sent);
    } catch (Exception error) {
      return value + MonoValues.Failure(value == "" ? "decodeFailure" : "encodeFailure", error);
    }
  }

  static object Call(object proxy, MethodInfo method, object value) {
    var wanted = method.GetParameters();
    var args = wanted.Select(each => value ?? (each.ParameterType.IsValueType ? Activator.CreateInstance(each.ParameterType) : null)).Take(wanted.Length).ToArray();
    var result = method.Invoke(proxy, args);
    return method.ReturnType != typeof(void) ? result : args.FirstOrDefault();
  }
}
