using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;

/// A service of WCF with MTOM: over SOAP 1.1, and over SOAP 1.2. And a client of it.
[ServiceContract(Name = "Archive", Namespace = "urn:example:archive")]
public interface IArchive {
  [OperationContract]
  [return: MessageParameter(Name = "scan")]
  byte[] Invert(byte[] scan);
}

[ServiceBehavior(InstanceContextMode = InstanceContextMode.Single, IncludeExceptionDetailInFaults = true)]
public class Archive : IArchive {
  public byte[] Invert(byte[] scan) {
    var inverted = new byte[scan.Length];
    for (int index = 0; index < scan.Length; index++) inverted[index] = (byte) ~scan[index];
    return inverted;
  }
}

public static class Program {
  static Binding BindingOf(string version) {
    var encoding = new MtomMessageEncodingBindingElement(version == "1.2" ? MessageVersion.Soap12 : MessageVersion.Soap11, System.Text.Encoding.UTF8);
    var transport = new HttpTransportBindingElement { MaxReceivedMessageSize = 100000000, MaxBufferSize = 100000000 };
    encoding.ReaderQuotas.MaxArrayLength = 100000000;
    return new CustomBinding(encoding, transport);
  }

  /// `server VERSION` listens on PORT; `client VERSION ADDRESS` prints what comes back.
  public static void Main(string[] args) {
    if (args[0] == "server") {
      var address = new Uri("http://127.0.0.1:" + Environment.GetEnvironmentVariable("PORT") + "/archive");
      var host = new ServiceHost(new Archive(), address);
      host.AddServiceEndpoint(typeof(IArchive), BindingOf(args[1]), "");
      host.Open();
      Thread.Sleep(Timeout.Infinite);
    }
    var factory = new ChannelFactory<IArchive>(BindingOf(args[1]), new EndpointAddress(args[2]));
    var archive = factory.CreateChannel();
    foreach (var length in new[] { 0, 10, 100000 }) {
      var scan = new byte[length];
      for (int index = 0; index < length; index++) scan[index] = (byte) (index % 251);
      var inverted = archive.Invert(scan);
      bool isRight = inverted.Length == length;
      for (int index = 0; isRight && index < length; index++) isRight = inverted[index] == (byte) ~scan[index];
      Console.WriteLine(inverted.Length + " " + (isRight ? "true" : "false"));
    }
    Environment.Exit(0);
  }
}
