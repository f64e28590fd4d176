import { afterEach, expect, it } from 'vitest';
import { type Certificate, createCertificateAuthority } from '#tests/support/certificates.ts';
import { startRemoteServer } from '#tests/support/remote-server.ts';
import { SafeFetchError } from './safe-fetch.ts';

const HOST = 'calendar.example';
const authority = createCertificateAuthority();
const fetchOptions = { accept: 'text/calendar' };

let server: Awaited<ReturnType<typeof startRemoteServer>>;
afterEach(() => server.close());
const serve = async (certified: Certificate | null) =>
  (server = await startRemoteServer(certified, () => 'BEGIN:VCALENDAR'));

/** Returns the error message of a fetch. */
async function sentenceOf(trusted: string | null): Promise<string> {
  const error: unknown = await server
    .fetching(trusted)(`https://${HOST}/a.ics`, fetchOptions)
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(SafeFetchError);
  return (error as SafeFetchError).message;
}

it('connects to the checked address, under the requested name', async () => {
  await serve(authority.certify(HOST));
  const fetched = await server.fetching(authority.cert)(`https://${HOST}/a.ics`, fetchOptions);
  expect(fetched.changed && fetched.body.toString()).toBe('BEGIN:VCALENDAR');
  expect(server.visits).toEqual([{ servername: HOST, host: HOST, path: '/a.ics' }]);
});

const UNTRUSTED =
  'Connection failed: the server’s certificate isn’t trusted. Ask its operator to get one from a public authority.';

it.each<[string, () => Certificate, string]>([
  [
    'is for another host',
    () => authority.certify('other.example'),
    'Connection failed: the server’s certificate is for another host. Check the address for typos.',
  ],
  ['is from an unknown authority', () => createCertificateAuthority('Somebody').certify(HOST), UNTRUSTED],
  ['is from one that only calls itself the same', () => createCertificateAuthority().certify(HOST), UNTRUSTED],
  ['is its own authority', () => createCertificateAuthority('Somebody'), UNTRUSTED],
  [
    'has expired',
    () => authority.certify(HOST, { from: -9, until: -1 }),
    'Connection failed: the server’s certificate has expired. Ask its operator to renew it.',
  ],
  [
    'is not valid yet',
    () => authority.certify(HOST, { from: 1, until: 9 }),
    'Connection failed: the server’s certificate isn’t valid yet. Check the clock of this machine.',
  ],
])('does not fetch if the certificate %s', async (_name, certified, sentence) => {
  await serve(certified());
  expect(await sentenceOf(authority.cert)).toBe(sentence);
  expect(server.visits).toEqual([]);
});

it('does not fetch if only public authorities are trusted', async () => {
  await serve(authority.certify(HOST));
  expect(await sentenceOf(null)).toBe(UNTRUSTED);
  expect(server.visits).toEqual([]);
});

it('does not fetch from a server without https', async () => {
  await serve(null);
  expect(await sentenceOf(authority.cert)).toBe('Connection failed: the server doesn’t support HTTPS at this address.');
});
