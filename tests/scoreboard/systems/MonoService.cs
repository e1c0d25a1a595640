// A service on loopback: returns one document in an envelope, and keeps what was sent.
using System;
using System.IO;
using System.Net;
using System.Text;
using System.Threading;

static class MonoService {
  public static string Url, Returned = "", Sent = "";

  public static void Start() {
    Url = "http://127.0.0.1:" + new Random().Next(20000, 60000) + "/";
    var listener = new HttpListener();
    listener.Prefixes.Add(Url);
    listener.Start();
    new Thread(() => { while (true) Serve(listener.GetContext()); }) { IsBackground = true }.Start();
  }

  static void Serve(HttpListenerContext context) {
    Sent = new StreamReader(context.Request.InputStream, Encoding.UTF8).ReadToEnd();
    context.Response.ContentType = "text/xml; charset=utf-8";
    var bytes = Encoding.UTF8.GetBytes("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + Returned + "</s:Body></s:Envelope>");
    context.Response.OutputStream.Write(bytes, 0, bytes.Length);
    context.Response.Close();
  }
}
