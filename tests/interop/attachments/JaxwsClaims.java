// Beans that are generated cannot use classes without a package.
package claims;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.util.Arrays;
import javax.activation.DataHandler;
import javax.activation.DataSource;
import javax.jws.WebService;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlAttachmentRef;
import javax.xml.bind.annotation.XmlAttribute;
import javax.xml.namespace.QName;
import javax.xml.ws.BindingProvider;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Service;

/** Elements and attributes that refer to parts (swaRef, by @XmlAttachmentRef) with JAX-WS RI: a service, and a client of it. */
public class JaxwsClaims {
  static final String NAMESPACE = "urn:example:claims";

  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Claim {
    @XmlAttachmentRef public DataHandler form;
    @XmlAttachmentRef @XmlAttribute public DataHandler signature;
    public String title;
  }

  @WebService(endpointInterface = "claims.JaxwsClaimsPort", serviceName = "ClaimsService", portName = "ClaimsPort", targetNamespace = NAMESPACE)
  public static class Served implements JaxwsClaimsPort {
    public Claim invert(Claim claim) {
      Claim inverted = new Claim();
      inverted.title = claim.title;
      if (claim.form != null) inverted.form = handlerOf(inverted(octetsOf(claim.form)), "application/pdf");
      if (claim.signature != null) inverted.signature = handlerOf(inverted(octetsOf(claim.signature)), "text/plain");
      return inverted;
    }
  }

  static DataHandler handlerOf(byte[] octets, String type) {
    return new DataHandler(
        new DataSource() {
          public InputStream getInputStream() {
            return new ByteArrayInputStream(octets);
          }

          public OutputStream getOutputStream() {
            throw new UnsupportedOperationException();
          }

          public String getContentType() {
            return type;
          }

          public String getName() {
            return "octets";
          }
        });
  }

  static byte[] octetsOf(DataHandler handler) {
    try {
      ByteArrayOutputStream octets = new ByteArrayOutputStream();
      handler.writeTo(octets);
      return octets.toByteArray();
    } catch (IOException error) {
      throw new RuntimeException(error);
    }
  }

  static byte[] inverted(byte[] octets) {
    byte[] inverted = new byte[octets.length];
    for (int index = 0; index < octets.length; index++) inverted[index] = (byte) ~octets[index];
    return inverted;
  }

  /** `server` listens on PORT; `client ADDRESS` prints lengths and sums of what comes back. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("server")) {
      Endpoint.publish("http://127.0.0.1:" + System.getenv("PORT") + "/claims", new Served());
      return;
    }
    Service service = Service.create(new URL(args[1] + "?wsdl"), new QName(NAMESPACE, "ClaimsService"));
    JaxwsClaimsPort claims = service.getPort(new QName(NAMESPACE, "ClaimsPort"), JaxwsClaimsPort.class);
    ((BindingProvider) claims).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, args[1]);
    for (int length : new int[] {0, 10, 100_000}) {
      byte[] octets = new byte[length];
      for (int index = 0; index < length; index++) octets[index] = (byte) (index % 251);
      Claim claim = new Claim();
      claim.title = "T";
      claim.form = handlerOf(octets, "application/pdf");
      if (length > 0) claim.signature = handlerOf(octets, "text/plain");
      Claim got = claims.invert(claim);
      boolean isRight = Arrays.equals(octetsOf(got.form), inverted(octets)) && (got.signature != null) == (length > 0);
      System.out.println(octetsOf(got.form).length + " " + isRight);
    }
  }
}
