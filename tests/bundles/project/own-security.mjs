import { sent } from "./sent.mjs";

void sent({
  name: "mark",
  version: 1,
  kind: "secure",
  open: () => ({
    call: () => ({
      secure(message) {
        message.envelope = message.envelope.replace("<soap:Body>", "<soap:Body><!--<wsse:UsernameToken-->");
      },
    }),
  }),
});
