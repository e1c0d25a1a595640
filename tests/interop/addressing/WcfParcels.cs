using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Threading;

/// A service of WCF over WSHttpBinding without security: SOAP 1.2 with WS-Addressing 1.0, or with that of August 2004. And a client of it.
[ServiceContract(Name = "Parcels", Namespace = "urn:example:parcels")]
public interface IParcels {
  [OperationContract]
  string Track(int number);

  [OperationContract(IsOneWay = true)]
  void Report(int number);
}

[ServiceBehavior(InstanceContextMode = InstanceContextMode.Single, IncludeExceptionDetailInFaults = true)]
public class Parcels : IParcels {
  public string Track(int number) {
    if (number < 0) throw new FaultException("No parcel has the number " + number + ".");
    var headers = OperationContext.Current.IncomingMessageHeaders;
    int index = headers.FindHeader("Session", "urn:example:session");
    return "parcel " + number + " of " + (index < 0 ? "nobody" : headers.GetHeader<string>(index));
  }

  public void Report(int number) {}
}

public static class Program {
  static Binding BindingOf(string version) {
    if (version != "2004/08") return new WSHttpBinding(SecurityMode.None);
    var encoding = new TextMessageEncodingBindingElement(MessageVersion.Soap12WSAddressingAugust2004, System.Text.Encoding.UTF8);
    return new CustomBinding(encoding, new HttpTransportBindingElement());
  }

  /// `server VERSION` listens on PORT; `client VERSION ADDRESS` prints what comes back.
  public static void Main(string[] args) {
    if (args[0] == "server") {
      var address = new Uri("http://127.0.0.1:" + Environment.GetEnvironmentVariable("PORT") + "/parcels");
      var host = new ServiceHost(new Parcels(), address);
      host.AddServiceEndpoint(typeof(IParcels), BindingOf(args[1]), "");
      host.Open();
      Thread.Sleep(Timeout.Infinite);
    }
    var factory = new ChannelFactory<IParcels>(BindingOf(args[1]), new EndpointAddress(args[2]));
    var parcels = factory.CreateChannel();
    Console.WriteLine(parcels.Track(7));
    parcels.Report(7);
    try {
      parcels.Track(-1);
    } catch (FaultException fault) {
      Console.WriteLine("fault: " + fault.Message);
    }
    Environment.Exit(0);
  }
}
