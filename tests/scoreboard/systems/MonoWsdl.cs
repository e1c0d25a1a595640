// Mono's wsdl.exe: proxies of all contracts, compiled at once, called over HTTP on loopback.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Reflection;
using System.Text;
using System.Threading;
using System.Web.Services.Protocols;

class MonoWsdl {
  static string returned = "", sent = "";
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
      var file = MonoProxies.Source(contracts[at], at);
      Directory.CreateDirectory(Path.GetDirectoryName(file));
      var complaint = new StringWriter();
      Console.SetError(complaint);
      Exception thrown = null;
      try { generate.Invoke(null, new object[] { new[] { "-nologo", "-l:CS", "-protocol:SOAP", "-namespace:N" + at, "-out:" + file, contracts[at][2] } }); } catch (TargetInvocationException error) { thrown = error.InnerException; }
      if (!File.Exists(file)) failures[at] = MonoValues.Failure("generateFailure", thrown ?? new IOException(complaint.ToString().Trim().Split('\n').Last()));
    }
    var proxies = MonoProxies.Compile(contracts, failures, args[1]);
    var listener = new HttpListener();
    var port = new Random().Next(20000, 60000);
    listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
    listener.Start();
    new Thread(() => { while (true) Serve(listener.GetContext()); }) { IsBackground = true }.Start();
    for (int at = 0; at < contracts.Count; at++) {
      var outcome = failures.ContainsKey(at) ? failures[at] + ",\"documents\":[]" : "\"documents\":[" + string.Join(",", documents[contracts[at][1]].Select(each => "{" + Take(proxies, at, port, each) + "}")) + "]";
      said.WriteLine("{\"name\":" + MonoValues.Quoted(contracts[at][1]) + "," + outcome + "}");
      said.Flush();
    }
    Environment.Exit(0);
  }

  static void Serve(HttpListenerContext context) {
    sent = new StreamReader(context.Request.InputStream, Encoding.UTF8).ReadToEnd();
    context.Response.ContentType = "text/xml; charset=utf-8";
    var bytes = Encoding.UTF8.GetBytes("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + returned + "</s:Body></s:Envelope>");
    context.Response.OutputStream.Write(bytes, 0, bytes.Length);
    context.Response.Close();
  }

  static string Take(Assembly proxies, int at, int port, string[] document) {
    var value = "";
    try {
      var type = proxies.GetTypes().First(each => each.Namespace == "N" + at && typeof(SoapHttpClientProtocol).IsAssignableFrom(each));
      var proxy = (SoapHttpClientProtocol)Activator.CreateInstance(type);
      proxy.Url = "http://127.0.0.1:" + port + "/";
      var method = type.GetMethod(document[2]);
      returned = File.ReadAllText(document[1]);
      var read = Call(proxy, method, null);
      value = "\"value\":" + MonoValues.Shown(read) + ",";
      sent = "";
      Call(proxy, method, read);
      return value + "\"encoded\":" + MonoValues.Quoted(sent);
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
