import java.net.URL;
import java.util.Arrays;
import java.util.Iterator;
import javax.xml.namespace.QName;
import javax.xml.soap.AttachmentPart;
import javax.xml.soap.MessageFactory;
import javax.xml.soap.SOAPBody;
import javax.xml.soap.SOAPConnectionFactory;
import javax.xml.soap.SOAPElement;
import javax.xml.soap.SOAPException;
import javax.xml.soap.SOAPMessage;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Provider;
import javax.xml.ws.Service;
import javax.xml.ws.ServiceMode;
import javax.xml.ws.WebServiceProvider;
import org.w3c.dom.Element;

/** Parts beside an envelope (SOAP with Attachments) with JAX-WS RI and SAAJ: a service, and a client of it. */
@WebServiceProvider
@ServiceMode(Service.Mode.MESSAGE)
public class JaxwsDossier implements Provider<SOAPMessage> {
  static final String NAMESPACE = "urn:example:dossier";

  public SOAPMessage invoke(SOAPMessage request) {
    try {
      Element operation = request.getSOAPBody().extractContentAsDocument().getDocumentElement();
      return respond(request, operation.getLocalName(), operation.getTextContent().trim());
    } catch (Exception error) {
      throw new RuntimeException(error);
    }
  }

  private static SOAPMessage respond(SOAPMessage request, String name, String text) throws Exception {
    SOAPMessage response = MessageFactory.newInstance().createMessage();
    SOAPBody body = response.getSOAPBody();
    if (name.equals("AddDocument")) {
      int octets = partOf(request, "scan").length + partOf(request, "note").length;
      body.addChildElement(qualified("AddDocumentResponse")).addChildElement(qualified("Id")).addTextNode("" + octets);
    } else if (name.equals("GetDocument")) {
      body.addChildElement(qualified("Title")).addTextNode("T");
      attach(response, "scan", "image/tiff", scanOf(Integer.parseInt(text)));
    } else {
      byte[] file = partOf(request, "file");
      SOAPElement converted = body.addChildElement(qualified("ConvertResponse"));
      converted.addChildElement(new QName("pages")).addTextNode("" + (text.equals("pdf") ? file.length : -1));
      attach(response, "file", "application/pdf", inverted(file));
    }
    return response;
  }

  static QName qualified(String name) {
    return new QName(NAMESPACE, name, "t");
  }

  static byte[] scanOf(int length) {
    byte[] octets = new byte[length];
    for (int index = 0; index < length; index++) octets[index] = (byte) (index % 251);
    return octets;
  }

  static byte[] inverted(byte[] octets) {
    byte[] inverted = new byte[octets.length];
    for (int index = 0; index < octets.length; index++) inverted[index] = (byte) ~octets[index];
    return inverted;
  }

  /** The octets of the part with this name (WS-I Attachments Profile 1.0, 3.8). */
  static byte[] partOf(SOAPMessage message, String name) throws Exception {
    for (Iterator<?> parts = message.getAttachments(); parts.hasNext(); ) {
      AttachmentPart part = (AttachmentPart) parts.next();
      if (part.getContentId() != null && part.getContentId().replace("<", "").startsWith(name + "=")) return part.getRawContentBytes();
    }
    throw new SOAPException("There is no part " + name + ".");
  }

  static void attach(SOAPMessage message, String name, String type, byte[] octets) throws Exception {
    AttachmentPart part = message.createAttachmentPart();
    part.setRawContentBytes(octets, 0, octets.length, type);
    part.setContentId("<" + name + "=1@saaj.invalid>");
    message.addAttachmentPart(part);
  }

  private static SOAPMessage call(String address, SOAPMessage message, String action) throws Exception {
    message.getMimeHeaders().setHeader("SOAPAction", "\"" + action + "\"");
    return SOAPConnectionFactory.newInstance().createConnection().call(message, new URL(address));
  }

  /** `server` listens on PORT; `client ADDRESS` prints what comes back. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("server")) {
      Endpoint.publish("http://127.0.0.1:" + System.getenv("PORT") + "/dossier", new JaxwsDossier());
      return;
    }
    SOAPMessage add = MessageFactory.newInstance().createMessage();
    add.getSOAPBody().addChildElement(qualified("AddDocument")).addChildElement(qualified("Title")).addTextNode("T");
    attach(add, "scan", "image/tiff", scanOf(100_000));
    attach(add, "note", "text/plain", "note".getBytes("UTF-8"));
    SOAPMessage added = call(args[1], add, NAMESPACE + "/AddDocument");
    System.out.println("added " + added.getSOAPBody().getTextContent().trim());
    SOAPMessage get = MessageFactory.newInstance().createMessage();
    get.getSOAPBody().addChildElement(qualified("GetDocument")).addChildElement(qualified("Id")).addTextNode("5000");
    SOAPMessage got = call(args[1], get, NAMESPACE + "/GetDocument");
    int isScan = Arrays.equals(partOf(got, "scan"), scanOf(5000)) ? 1 : 0;
    System.out.println("got " + got.getSOAPBody().getTextContent().trim() + " " + isScan);
    SOAPMessage convert = MessageFactory.newInstance().createMessage();
    convert.getSOAPBody().addChildElement(qualified("Convert")).addChildElement(new QName("format")).addTextNode("pdf");
    attach(convert, "file", "application/pdf", scanOf(3000));
    SOAPMessage converted = call(args[1], convert, NAMESPACE + "/Convert");
    int isFile = Arrays.equals(partOf(converted, "file"), inverted(scanOf(3000))) ? 1 : 0;
    System.out.println("converted " + converted.getSOAPBody().getTextContent().trim() + " " + isFile);
  }
}
