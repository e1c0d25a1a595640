import com.sun.xml.ws.api.message.Header;
import com.sun.xml.ws.api.message.HeaderList;
import com.sun.xml.ws.developer.JAXWSProperties;
import com.sun.xml.ws.developer.MemberSubmissionAddressing;
import com.sun.xml.ws.developer.MemberSubmissionAddressingFeature;
import java.io.StringReader;
import java.net.URL;
import javax.annotation.Resource;
import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.ws.BindingProvider;
import javax.xml.ws.BindingType;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Service;
import javax.xml.ws.WebServiceContext;
import javax.xml.ws.WebServiceFeature;
import javax.xml.ws.soap.Addressing;
import javax.xml.ws.soap.AddressingFeature;
import javax.xml.ws.wsaddressing.W3CEndpointReference;
import javax.xml.ws.wsaddressing.W3CEndpointReferenceBuilder;
import org.xml.sax.InputSource;

/** A service of JAX-WS RI that requires WS-Addressing: over SOAP 1.1, and as Twelve over SOAP 1.2; and a client of it. */
public class JaxwsParcels {
  static final String NAMESPACE = "urn:example:parcels";
  static final String SESSION = "urn:example:session";
  static String address = "";

  @WebService(endpointInterface = "JaxwsPort", serviceName = "ParcelsService", portName = "ParcelsPort", targetNamespace = NAMESPACE)
  @Addressing(required = true)
  public static class Eleven implements JaxwsPort {
    @Resource
    public WebServiceContext context;

    public String track(int number) throws Lost {
      if (number < 0) throw new Lost("No parcel has the number " + number + ".");
      return "parcel " + number + " of " + session();
    }

    public void report(int number) {}

    public W3CEndpointReference open(String name) {
      try {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        String xml = "<s:Session xmlns:s='" + SESSION + "'>" + name + "</s:Session>";
        return new W3CEndpointReferenceBuilder()
            .address(address)
            .referenceParameter(factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml))).getDocumentElement())
            .build();
      } catch (Exception error) {
        throw new RuntimeException(error);
      }
    }

    private String session() {
      HeaderList headers = (HeaderList) context.getMessageContext().get(JAXWSProperties.INBOUND_HEADER_LIST_PROPERTY);
      Header header = headers.get(SESSION, "Session", true);
      return header == null ? "nobody" : header.getStringContent();
    }
  }

  @WebService(endpointInterface = "JaxwsPort", serviceName = "ParcelsService", portName = "ParcelsPort", targetNamespace = NAMESPACE)
  @Addressing(required = true)
  @BindingType(javax.xml.ws.soap.SOAPBinding.SOAP12HTTP_BINDING)
  public static class Twelve extends Eleven {}

  /** With the submission of August 2004. */
  @WebService(endpointInterface = "JaxwsPort", serviceName = "ParcelsService", portName = "ParcelsPort", targetNamespace = NAMESPACE)
  @MemberSubmissionAddressing(required = true)
  public static class Submission extends Eleven {}

  public static class Lost extends Exception {
    public Lost(String message) {
      super(message);
    }
  }

  /** `server 1.1 VERSION` and `server 1.2 VERSION` listen on PORT; `client ADDRESS PORT-NAME VERSION` prints what comes back. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("server")) {
      address = "http://127.0.0.1:" + System.getenv("PORT") + "/parcels";
      Endpoint.publish(address, args[2].equals("2004/08") ? new Submission() : args[1].equals("1.2") ? new Twelve() : new Eleven());
      return;
    }
    Service service = Service.create(new URL(args[1] + "?wsdl"), new QName(NAMESPACE, "ParcelsService"));
    WebServiceFeature feature = args[3].equals("2004/08") ? new MemberSubmissionAddressingFeature(true) : new AddressingFeature(true, true);
    JaxwsPort parcels = service.getPort(new QName(NAMESPACE, args[2]), JaxwsPort.class, feature);
    ((BindingProvider) parcels).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, args[1]);
    System.out.println(parcels.track(7));
    parcels.report(7);
    try {
      parcels.track(-1);
    } catch (Lost lost) {
      System.out.println("lost: " + lost.getMessage());
    }
  }
}
