# Two bases: Node's image builds, and of it only the program and npm go on. Its headers (67 MB) and what else it
# brings would take the result over what a service of this size may weigh.
FROM node:24-bookworm-slim AS node

# What every install needs: the lock file is checked against all packages of the workspace.
FROM node AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/checks/package.json packages/checks/
COPY packages/cli/package.json packages/cli/
COPY packages/console/package.json packages/console/
COPY packages/context/package.json packages/context/
COPY packages/contract/package.json packages/contract/
COPY packages/formats/package.json packages/formats/
COPY packages/i18next/package.json packages/i18next/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/

FROM manifests AS console
RUN npm ci --include=dev --no-audit --no-fund && rm -f node_modules/.bin/node
COPY . .
RUN node scripts/build-console.mjs

# The embedded PostgreSQL is an optional package of the root, one for each architecture; Node as a package would be a
# second one. What only compilers and debuggers read is a tenth of all packages.
FROM manifests AS packages
RUN npm ci --workspace=packages/server --include-workspace-root --omit=dev --include=optional --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node \
 && find . -path '*/node_modules/*' -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Parlance" \
      org.opencontainers.image.description="A self-hosted localization service" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="0.1.0"

# A fixed number, for the owner of mounted folders. PostgreSQL wants an account that has a name, and refuses root.
RUN groupadd --gid 4400 parlance \
 && useradd --uid 4400 --gid 4400 --no-create-home --home-dir /data --shell /usr/sbin/nologin parlance \
 && install -d -o parlance -g parlance -m 700 /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm

WORKDIR /app
# With the manifests: some packages of ours have packages of their own beside their sources.
COPY --from=packages /app ./
COPY LICENSE ./
# Who calls "npm run backup" in here passes by them.
COPY scripts/setup.mjs scripts/doctor.mjs scripts/
COPY packages/checks packages/checks
COPY packages/contract packages/contract
COPY packages/formats packages/formats
COPY packages/server packages/server
COPY --from=console /app/packages/console/dist packages/console/dist

# The root file system may be read-only: npm writes neither logs nor a cache, and looks for no newer npm.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4400 \
    DATA_DIR=/data \
    NPM_CONFIG_CACHE=/tmp/npm \
    NPM_CONFIG_LOGS_MAX=0 \
    NPM_CONFIG_UPDATE_NOTIFIER=false

USER parlance
VOLUME /data
EXPOSE 4400
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The line at the end of "npm start", as the first process: npm between the two would be one more that signals pass by.
CMD ["node", "--max-semi-space-size=16", "packages/server/src/main.ts"]
