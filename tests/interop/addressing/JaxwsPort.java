import javax.jws.Oneway;
import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.xml.ws.Action;
import javax.xml.ws.FaultAction;
import javax.xml.ws.wsaddressing.W3CEndpointReference;

/** The operations of JaxwsParcels. */
@WebService(name = "Parcels", targetNamespace = "urn:example:parcels")
public interface JaxwsPort {
  /** A number under 0 is lost. */
  @Action(input = "urn:example:parcels:track", fault = {@FaultAction(className = JaxwsParcels.Lost.class, value = "urn:example:parcels:lost")})
  @WebMethod
  @WebResult(name = "state")
  String track(@WebParam(name = "number") int number) throws JaxwsParcels.Lost;

  @Oneway
  @WebMethod
  void report(@WebParam(name = "number") int number);

  /** Where the calls of one session go. */
  @WebMethod
  @WebResult(name = "reference")
  W3CEndpointReference open(@WebParam(name = "name") String name);
}
