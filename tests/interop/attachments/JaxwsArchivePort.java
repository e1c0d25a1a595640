import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;

/** The operation of JaxwsArchive. */
@WebService(name = "Archive", targetNamespace = "urn:example:archive")
public interface JaxwsArchivePort {
  /** Octets with each one inverted. */
  @WebMethod
  @WebResult(name = "scan")
  byte[] invert(@WebParam(name = "scan") byte[] scan);
}
