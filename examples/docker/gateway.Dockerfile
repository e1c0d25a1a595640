# A gateway in an image: the packed files of soapwright and soapwright-gateway with those that they need, and orders.wsdl,
# which are beside this file.
#
#   docker build --tag orders-gateway --file gateway.Dockerfile .
#   docker run --rm --env GATEWAY_TOKEN --publish 8080:8080 orders-gateway --allow-host api.example
FROM node:22-slim
WORKDIR /opt/gateway
COPY *.tgz ./
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund --cache .npm ./*.tgz \
    && rm -r .npm *.tgz
COPY *.wsdl ./
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then((r) => process.exit(r.ok ? 0 : 1))"]
ENTRYPOINT ["/opt/gateway/node_modules/.bin/soapwright", "gateway", "orders.wsdl", "--host", "0.0.0.0", "--token-env", "GATEWAY_TOKEN"]
CMD ["--port", "8080"]
