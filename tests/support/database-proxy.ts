import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

/** A proxy to the database that a test can close and reopen, to simulate an outage. */
export interface DatabaseProxy {
  /** The connection string through the proxy. */
  readonly connectionString: string;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Closes all connections and leaves new ones without a response. Returns a function that counts those. */
  hang(): Promise<() => number>;
  close(): Promise<void>;
}

/** The socket's file name that PostgreSQL clients expect in the folder given as host. */
const socketName = (port: string) => `.s.PGSQL.${port}`;

/**
 * Starts a proxy to the database at `connectionString`, whose host must be the folder of a Unix socket. The database's
 * responses go through the streams that `createFilter` returns.
 */
export async function startDatabaseProxy(
  connectionString: string,
  createFilter?: () => Duplex,
): Promise<DatabaseProxy> {
  const query = new URLSearchParams(connectionString.slice(connectionString.indexOf('?')));
  const port = query.get('port') ?? '5432';
  const far = join(query.get('host') ?? '', socketName(port));
  const folder = await mkdtemp(join(tmpdir(), 'line-'));
  const near = join(folder, socketName(port));
  const open = new Set<Socket>();
  let server: Server | undefined;

  async function restore(): Promise<void> {
    server = createServer(socket => {
      const onward = connect(far);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        open.add(one);
        one.on('error', () => {});
        one.on('close', () => {
          open.delete(one);
          other.destroy();
        });
      }
      socket.pipe(onward);
      (createFilter ? onward.pipe(createFilter()) : onward).pipe(socket);
    });
    await new Promise<void>(resolve => server?.listen(near, resolve));
  }

  async function cut(): Promise<void> {
    const closing = new Promise<void>(resolve => (server ? server.close(() => resolve()) : resolve()));
    server = undefined;
    for (const socket of open) socket.destroy();
    await closing;
  }

  async function hang(): Promise<() => number> {
    await cut();
    let count = 0;
    server = createServer(socket => {
      count += 1;
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    await new Promise<void>(resolve => server?.listen(near, resolve));
    return () => count;
  }

  await restore();
  query.set('host', folder);
  return {
    connectionString: `${connectionString.slice(0, connectionString.indexOf('?'))}?${query}`,
    cut,
    restore,
    hang,
    async close() {
      await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
