import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nginx } from '../../tools/launcher/system-programs.mjs';

/** An nginx server in front of a site. */
export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts nginx with `proxy_pass` to a site, or to several instances of one, and more directives for its location. */
export async function startProxy(
  target: string | readonly string[],
  directives: readonly string[] = [],
  port?: number,
): Promise<Proxy> {
  const program = await nginx();
  const folder = await mkdtemp(join(tmpdir(), 'freehold-nginx-'));
  port ??= await freePort();
  const isOne = typeof target === 'string';
  // By default, nginx skips an instance for ten seconds after a failure, even if it's the only one left.
  const servers = isOne ? [] : target.map(url => `server ${new URL(url).host} max_fails=0;`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = join(folder, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; ${places.join(' ')}
  ${isOne ? '' : `upstream instances { ${servers.join(' ')} }`}
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass ${isOne ? target : 'http://instances'}; ${directives.join(' ')} }
  }
}
`,
  );
  const child = spawn(program, ['-p', folder, '-e', 'error.log', '-c', configuration], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (bytes: Buffer) => (complaints += String(bytes)));
  const url = `http://127.0.0.1:${port}`;
  const proxy = {
    url,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  while (!(await answers(url))) {
    if (child.exitCode !== null) {
      await proxy.stop();
      throw new Error(`nginx did not start:\n${complaints}`);
    }
    await delay(20);
  }
  return proxy;
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
