package claims;

import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;

/** The operation of JaxwsClaims. */
@WebService(name = "Claims", targetNamespace = "urn:example:claims")
public interface JaxwsClaimsPort {
  /** A claim with the octets of each part inverted. */
  @WebMethod
  @WebResult(name = "claim")
  JaxwsClaims.Claim invert(@WebParam(name = "claim") JaxwsClaims.Claim claim);
}
