# Builds the release from this checkout, and an image with nothing but the installed release.
FROM docker.io/library/node:26-trixie-slim AS build
WORKDIR /checkout
COPY . .
RUN npm run release
RUN npm install --global --prefix /opt/freehold --no-audit ./release/freehold-*.tgz \
    && /opt/freehold/bin/freehold version

FROM docker.io/library/debian:trixie-slim
# Node.js needs this library.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libatomic1 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/freehold /opt/freehold
RUN ln -s /opt/freehold/bin/freehold /usr/local/bin/freehold \
    && ln -s /opt/freehold/lib/node_modules/freehold/node_modules/.bin/node /usr/local/bin/node \
    && useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin freehold \
    && install --directory --owner freehold --group freehold --mode 700 /data
USER freehold
WORKDIR /data
ENV DATA_DIR=/data HOST=0.0.0.0
VOLUME /data
EXPOSE 5050
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
    CMD ["node", "-e", "fetch('http://localhost:' + (process.env.PORT || 5050) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["freehold", "start"]
