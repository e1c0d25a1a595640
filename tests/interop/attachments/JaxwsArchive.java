import java.net.URL;
import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.ws.BindingProvider;
import javax.xml.ws.BindingType;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Service;
import javax.xml.ws.soap.MTOM;
import javax.xml.ws.soap.MTOMFeature;
import javax.xml.ws.soap.SOAPBinding;

/** A service of JAX-WS RI with MTOM: over SOAP 1.1, and as Twelve over SOAP 1.2; and a client of it. */
public class JaxwsArchive {
  static final String NAMESPACE = "urn:example:archive";

  @WebService(endpointInterface = "JaxwsArchivePort", serviceName = "ArchiveService", portName = "ArchivePort", targetNamespace = NAMESPACE)
  @MTOM(threshold = 100)
  public static class Eleven implements JaxwsArchivePort {
    public byte[] invert(byte[] scan) {
      byte[] inverted = new byte[scan.length];
      for (int index = 0; index < scan.length; index++) inverted[index] = (byte) ~scan[index];
      return inverted;
    }
  }

  @WebService(endpointInterface = "JaxwsArchivePort", serviceName = "ArchiveService", portName = "ArchivePort", targetNamespace = NAMESPACE)
  @MTOM(threshold = 100)
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  public static class Twelve extends Eleven {}

  /** `server 1.1` and `server 1.2` listen on PORT; `client ADDRESS PORT-NAME` prints lengths and sums of what comes back. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("server")) {
      String address = "http://127.0.0.1:" + System.getenv("PORT") + "/archive";
      Endpoint.publish(address, args[1].equals("1.2") ? new Twelve() : new Eleven());
      return;
    }
    Service service = Service.create(new URL(args[1] + "?wsdl"), new QName(NAMESPACE, "ArchiveService"));
    JaxwsArchivePort archive = service.getPort(new QName(NAMESPACE, args[2]), JaxwsArchivePort.class, new MTOMFeature(100));
    ((BindingProvider) archive).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, args[1]);
    for (int length : new int[] {0, 10, 100_000}) {
      byte[] scan = new byte[length];
      for (int index = 0; index < length; index++) scan[index] = (byte) (index % 251);
      byte[] inverted = archive.invert(scan);
      boolean isRight = inverted.length == length;
      for (int index = 0; isRight && index < length; index++) isRight = inverted[index] == (byte) ~scan[index];
      System.out.println(inverted.length + " " + isRight);
    }
  }
}
