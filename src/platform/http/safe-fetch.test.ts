import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SafeFetchError, createSafeFetch } from './safe-fetch.ts';

let server: Server;
let port: number;
let answer: RequestListener;
/** Requests that reached the server: host, URL and the identifying headers. */
let visits: { host?: string | undefined; url?: string | undefined; headers: object }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push({ host: request.headers.host, url: request.url, headers: request.headers });
    response.on('error', () => {});
    answer(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise(resolve => server.close(resolve));
});
beforeEach(() => {
  visits = [];
  answer = (_request, response) => response.end('BEGIN:VCALENDAR');
});

/** The hosts of a fake internet. Each public address among them leads to this server, on any port. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  'calendar.example': ['93.184.215.14'],
  'second.example': ['2606:4700:4700::1111', '93.184.215.15'],
  'inner.example': ['10.0.0.7'],
  'half.example': ['93.184.215.14', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'empty.example': [],
};
const options = {
  allowHttp: true,
  resolve: async (host: string) => {
    const found = hosts[host];
    if (!found) throw new Error('ENOTFOUND');
    return found;
  },
  overrideTarget: () => ({ addresses: ['127.0.0.1'], port }),
};
const safeFetch = createSafeFetch(options);
const fetchOptions = { accept: 'text/calendar' };

/** Returns the reason why a fetch failed. */
async function reasonOf(address: string, fetching = safeFetch): Promise<string> {
  const error: unknown = await fetching(address, fetchOptions).catch((failure: unknown) => failure);
  expect(error, address).toBeInstanceOf(SafeFetchError);
  return (error as SafeFetchError).reason;
}

describe('safeFetch', () => {
  it('returns the ETag, and does not fetch an unmodified body again', async () => {
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end('BEGIN:VCALENDAR');
    };
    const first = await safeFetch('http://calendar.example/a.ics?b=c', fetchOptions);
    expect(first).toMatchObject({ changed: true, etag: '"1"' });
    expect(first.changed && first.body.toString()).toBe('BEGIN:VCALENDAR');
    expect(await safeFetch('http://calendar.example/a.ics', { ...fetchOptions, etag: '"1"' })).toEqual({
      changed: false,
    });
    expect(visits[0]).toMatchObject({ host: 'calendar.example', url: '/a.ics?b=c' });
    expect(Object.keys(visits[0]?.headers ?? {}).toSorted()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].toSorted(),
    );
  });

  it('decompresses the body', async () => {
    const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    for (const [encoding, pack] of Object.entries(packed)) {
      answer = (_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(pack('BEGIN:VCALENDAR'));
      const fetched = await safeFetch('http://calendar.example/', fetchOptions);
      expect(fetched.changed && fetched.body.toString()).toBe('BEGIN:VCALENDAR');
    }
  });

  it('follows three redirects, and resolves each host again', async () => {
    answer = (request, response) => {
      const hop = Number(request.url?.slice(1));
      const to = hop % 2 ? `http://calendar.example/${hop + 1}` : `//second.example/${hop + 1}`;
      if (hop < 3) response.writeHead(302, { location: to }).end();
      else response.end('here');
    };
    expect(await safeFetch('http://calendar.example/0', fetchOptions)).toMatchObject({ changed: true });
    expect(visits.map(({ host }) => host)).toEqual([
      'calendar.example',
      'second.example',
      'calendar.example',
      'second.example',
    ]);
    answer = (_request, response) => response.writeHead(301, { location: '/' }).end();
    visits = [];
    expect(await reasonOf('http://calendar.example/')).toBe('redirects');
    expect(visits).toHaveLength(4);
  });
});

describe('rejects, without a connection,', () => {
  it.each([
    ['http://127.0.0.1/', 'private_address'],
    ['http://localhost/', 'unknown'],
    ['http://169.254.169.254/latest/meta-data', 'private_address'],
    ['http://[::1]/', 'private_address'],
    ['http://[::ffff:127.0.0.1]/', 'private_address'],
    ['http://[::ffff:7f00:1]/', 'private_address'],
    ['http://[64:ff9b::127.0.0.1]/', 'private_address'],
    ['http://[fd00::1]/', 'private_address'],
    ['http://0.0.0.0/', 'private_address'],
    ['http://0/', 'private_address'],
    ['http://2130706433/', 'private_address'],
    ['http://0x7f000001/', 'private_address'],
    ['http://0x7f.1/', 'private_address'],
    ['http://0177.0.0.1/', 'private_address'],
    ['http://127.1/', 'private_address'],
    ['http://127.0.0.1./', 'private_address'],
    ['http://①②⑦.0.0.1/', 'private_address'],
    ['http://100.64.1.1/', 'private_address'],
    ['http://inner.example/', 'private_address'],
    ['http://half.example/', 'private_address'],
    ['http://mapped.example/', 'private_address'],
    ['http://empty.example/', 'unknown'],
    ['http://nowhere.example/', 'unknown'],
    ['http://calendar.example:22/', 'address'],
    ['http://calendar.example:5432/', 'address'],
    ['http://name:word@calendar.example/', 'address'],
    ['ftp://calendar.example/', 'address'],
    ['file:///etc/passwd', 'address'],
    ['data:text/calendar,BEGIN', 'address'],
    ['webcal://calendar.example/', 'address'],
    ['not an address', 'address'],
    ['', 'address'],
  ])('%s: %s', async (address, reason) => {
    expect(await reasonOf(address)).toBe(reason);
    expect(visits).toEqual([]);
  });

  it('this machine, with the real DNS lookup', async () => {
    const real = createSafeFetch({ allowHttp: true });
    expect(await reasonOf(`http://localhost/`, real)).toBe('private_address');
    expect(await reasonOf('http://127.0.0.1/', real)).toBe('private_address');
  });

  it('http unless it is allowed', async () => {
    const { allowHttp, ...secure } = options;
    expect(allowHttp && (await reasonOf('http://calendar.example/', createSafeFetch(secure)))).toBe('address');
  });

  it.each([
    'http://inner.example/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://2130706433/',
    'file:///etc/passwd',
    'http://calendar.example:6379/',
  ])('a redirect to %s', async location => {
    answer = (_request, response) => response.writeHead(302, { location }).end();
    expect(['private_address', 'address']).toContain(await reasonOf('http://calendar.example/'));
    expect(visits).toHaveLength(1);
  });

  it('connects only to the checked address', async () => {
    let asking = 0;
    const rebinding = createSafeFetch({
      ...options,
      resolve: async () => (asking++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
      overrideTarget: checked => {
        expect(checked).toEqual({ addresses: ['93.184.215.14'], port: 80 });
        return { addresses: ['127.0.0.1'], port };
      },
    });
    expect(await rebinding('http://rebinding.example/', fetchOptions)).toMatchObject({ changed: true });
    expect(asking).toBe(1);
    // The next fetch resolves the name again, and is rejected.
    expect(await reasonOf('http://rebinding.example/', rebinding)).toBe('private_address');
  });
});

describe('stops', () => {
  const quick = createSafeFetch({ ...options, timeoutMs: 200 });

  it.each<[string, RequestListener]>([
    ['with no answer', () => {}],
    ['with headers and no body', (_request, response) => response.writeHead(200).write('B')],
    [
      'with a byte now and then',
      (_request, response) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
    [
      'with hop after hop',
      (_request, response) => setTimeout(() => response.writeHead(302, { location: '/' }).end(), 90),
    ],
  ])('in time, %s', async (_name, slow) => {
    answer = slow;
    const begun = performance.now();
    expect(await reasonOf('http://calendar.example/', quick)).toBe('time');
    expect(performance.now() - begun).toBeLessThan(1500);
  });

  it('in time during a DNS lookup', async () => {
    const lost = createSafeFetch({ ...options, timeoutMs: 100, resolve: () => new Promise(() => {}) });
    expect(await reasonOf('http://calendar.example/', lost)).toBe('time');
  });

  it('at 2 MB, with or without a content length and compression', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(2 * 1024 * 1024));
    expect(await safeFetch('http://calendar.example/', fetchOptions)).toMatchObject({ changed: true });
    answer = (_request, response) => response.end(Buffer.alloc(2 * 1024 * 1024 + 1));
    expect(await reasonOf('http://calendar.example/')).toBe('size');
    answer = (_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', more);
      };
      more();
    };
    expect(await reasonOf('http://calendar.example/')).toBe('size');
  });

  it('before a compression bomb of 256 MB is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 6 });
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const before = process.memoryUsage().rss;
    expect(await reasonOf('http://calendar.example/')).toBe('size');
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });
});

describe('reports', () => {
  it.each([
    [404, 'The server returned 404 (not found).'],
    [503, 'The server returned 503 (server error).'],
    [204, 'The server returned 204.'],
    [300, 'The server returned 300.'],
    [304, 'The server returned 304.'],
  ])('the status %i', async (status, sentence) => {
    answer = (_request, response) => response.writeHead(status).end();
    await expect(safeFetch('http://calendar.example/', fetchOptions)).rejects.toThrow(sentence);
  });

  it('a redirect without a valid target', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'http://[' }).end();
    await expect(safeFetch('http://calendar.example/', fetchOptions)).rejects.toThrow('The server returned 302.');
  });

  it('a server that switches to another protocol', async () => {
    answer = ({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n');
    await expect(safeFetch('http://calendar.example/', fetchOptions)).rejects.toThrow('The server returned 101.');
  });

  it('a DNS server that doesn’t answer', async () => {
    const offline = createSafeFetch({
      ...options,
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'EAI_AGAIN' })),
    });
    await expect(offline('http://calendar.example/', fetchOptions)).rejects.toThrow(
      'Connection failed: the domain name can’t be looked up right now.',
    );
  });

  it('a response that is damaged, incomplete, broken off, or has an unknown encoding', async () => {
    const packed = gzipSync('BEGIN:VCALENDAR');
    const pack = (encoding: string, body: Buffer): RequestListener => {
      return (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body);
    };
    answer = pack('gzip', Buffer.from('not packed'));
    await expect(safeFetch('http://calendar.example/', fetchOptions)).rejects.toThrow(
      'Connection failed: the response is damaged.',
    );
    answer = pack('gzip', packed.subarray(0, -6));
    await expect(safeFetch('http://calendar.example/', fetchOptions)).rejects.toThrow('the response is incomplete');
    for (const encoding of ['zstd', 'constructor', '__proto__']) {
      answer = pack(encoding, packed);
      expect(await reasonOf('http://calendar.example/')).toBe('encoding');
    }
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('BEGIN');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(safeFetch('http://calendar.example/', fetchOptions)).rejects.toThrow('the server closed it');
    answer = (_request, response) => response.writeHead(200, { x: 'y'.repeat(20_000) }).end();
    await expect(safeFetch('http://calendar.example/', fetchOptions)).rejects.toThrow(
      'the response headers are too long',
    );
  });

  it('a refused connection, and the abort of the caller', async () => {
    const closed = createSafeFetch({ ...options, overrideTarget: () => ({ addresses: ['127.0.0.1'], port: 1 }) });
    await expect(closed('http://calendar.example/', fetchOptions)).rejects.toThrow('the server refused it');
    const controller = new AbortController();
    controller.abort();
    await expect(safeFetch('http://calendar.example/', { ...fetchOptions, signal: controller.signal })).rejects.toThrow(
      SafeFetchError,
    );
  });
});
