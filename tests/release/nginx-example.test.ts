import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as requestHttp } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { nginx } from '../../tools/launcher/system-programs.mjs';
import { createCertificateAuthority } from '../support/certificates.ts';
import { freePort } from '../support/nginx.ts';

it('forwards the host, address and protocol, and streams both ways', async () => {
  const uploaded = Promise.withResolvers<string>();
  const finish = Promise.withResolvers<void>();
  const site = createServer((incoming, outgoing) => {
    if (incoming.method === 'POST') {
      // Without streaming, nginx would first wait for the end of the upload, which never comes.
      incoming.once('data', (bytes: Buffer) => uploaded.resolve(String(bytes)));
      return;
    }
    outgoing.write(JSON.stringify(incoming.headers));
    void finish.promise.then(() => outgoing.end());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => site.close().closeAllConnections());
  await once(site, 'listening');
  const [plain, secure] = [await freePort(), await freePort()];
  await startExample((site.address() as AddressInfo).port, plain, secure);

  const options = { host: '127.0.0.1', servername: 'example.org', rejectUnauthorized: false } as const;
  const headers = { host: 'example.org', 'x-forwarded-for': '6.6.6.6' };
  const download = request({ ...options, port: secure, path: '/', headers }).end();
  const [response] = (await once(download, 'response')) as [IncomingMessage];
  const [first] = (await once(response, 'data')) as [Buffer];
  expect(JSON.parse(String(first))).toMatchObject({
    host: 'example.org',
    // The site trusts only the last address, which nginx adds.
    'x-forwarded-for': '6.6.6.6, 127.0.0.1',
    'x-forwarded-proto': 'https',
  });
  finish.resolve();
  await once(response, 'end');

  const upload = request({ ...options, port: secure, path: '/', method: 'POST', headers }).on('error', () => {});
  upload.write('first part');
  expect(await uploaded.promise).toBe('first part');
  upload.destroy();

  const redirect = requestHttp({ port: plain, host: '127.0.0.1', path: '/blog?page=2', headers }).end();
  const [moved] = (await once(redirect, 'response')) as [IncomingMessage];
  await text(moved);
  expect([moved.statusCode, moved.headers.location]).toEqual([301, 'https://example.org/blog?page=2']);
});

/** Runs `deploy/nginx.conf` with a certificate and other ports. */
async function startExample(site: number, plain: number, secure: number): Promise<void> {
  const program = await nginx();
  const folder = await mkdtemp(join(tmpdir(), 'freehold-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { cert, key } = createCertificateAuthority().certify('example.org');
  await writeFile(join(folder, 'fullchain.pem'), cert);
  await writeFile(join(folder, 'privkey.pem'), key);
  const example = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
  const servers = example
    .replaceAll(/^.*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replace('127.0.0.1:5050', `127.0.0.1:${site}`)
    .replaceAll('/etc/letsencrypt/live/example.org', folder);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = join(folder, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off; master_process off; pid ${folder}/pid;\nevents {}\nhttp { access_log off; ${places.join(' ')}\n${servers}}\n`,
  );
  const child = spawn(program, ['-p', folder, '-e', 'error.log', '-c', configuration], { stdio: 'inherit' });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${plain}/`, { redirect: 'manual' }), {
    timeout: 10_000,
    interval: 20,
  });
}
