"""Octets there and back on spyne: SOAP=1.1 PORT=n python3 spyne-archive.py. It reads MTOM, and responds with base64."""
import os
from wsgiref.simple_server import make_server

from spyne import Application, ByteArray, ServiceBase, rpc
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication


class Archive(ServiceBase):
    @rpc(ByteArray(min_occurs=1), _returns=ByteArray(min_occurs=1), _out_variable_name="scan")
    def Invert(ctx, scan):
        return [bytes(~octet & 255 for octet in b"".join(scan))]


protocol = Soap12 if os.environ["SOAP"] == "1.2" else Soap11
application = Application([Archive], "urn:example:archive", in_protocol=protocol(), out_protocol=protocol())
server = WsgiApplication(application, max_content_length=1 << 24)
make_server("127.0.0.1", int(os.environ["PORT"]), server).serve_forever()
