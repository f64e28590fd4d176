import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A line to the database that a test can cut and mend: for the site, the database goes away and comes back. */
export interface DatabaseProxy {
  /** The address of the database at the near end of the line. */
  readonly connectionString: string;
  /** Ends every connection, and new ones find nothing there. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** PostgreSQL's clients look for this name in the folder given as host. */
const socketName = (port: string) => `.s.PGSQL.${port}`;

/** Lays a line to the database at `connectionString`, whose host is the folder of a unix socket. */
export async function startDatabaseProxy(connectionString: string): Promise<DatabaseProxy> {
  const query = new URLSearchParams(connectionString.slice(connectionString.indexOf('?')));
  const port = query.get('port') ?? '5432';
  const far = join(query.get('host') ?? '', socketName(port));
  const folder = await mkdtemp(join(tmpdir(), 'line-'));
  const near = join(folder, socketName(port));
  const open = new Set<Socket>();
  let server: Server | undefined;

  async function mend(): Promise<void> {
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
        one.pipe(other);
      }
    });
    await new Promise<void>(resolve => server?.listen(near, resolve));
  }

  async function cut(): Promise<void> {
    const closing = new Promise<void>(resolve => (server ? server.close(() => resolve()) : resolve()));
    server = undefined;
    for (const socket of open) socket.destroy();
    await closing;
  }

  await mend();
  query.set('host', folder);
  return {
    connectionString: `${connectionString.slice(0, connectionString.indexOf('?'))}?${query}`,
    cut,
    mend,
    async close() {
      await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
