import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect } from 'vitest';
import type { ContactFormData } from '#features/contact/contract/contact-form.ts';
import type { Challenge } from '#platform/http/proof-of-work.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { keys } from './response-shapes.ts';
import { getApi, postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

/** Solves a challenge as the browser does; the proof as it is sent. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encodeProof({ challenge, solution });
}

export const encodeProof = (what: unknown) => Buffer.from(JSON.stringify(what)).toString('base64');

/** A challenge of a site. */
export async function getChallenge(site: TestSite): Promise<Challenge> {
  const answer = await postApi(site, '/contact/challenges', {});
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Challenge>();
}

/** What a test writes by the form of the site that `open` answers, as a visitor. */
export function contactFixture(open: () => TestSite) {
  const challenge = () => getChallenge(open());
  const prove = async () => solved(await challenge());
  const openForm = (cookie?: string) => getApi<ContactFormData>(open(), '/contact', cookie);
  /** A message as it is sent; without a proof unless one is given. */
  const written = (formToken: string, changes: object = {}) => ({
    name: 'Noor Haddad',
    email: 'noor@site.example',
    subject: 'Tide tables',
    message: 'For three harbors.\n\nBy spring.',
    formToken,
    ...changes,
  });
  const send = (body: object, options: Parameters<typeof postApi>[3] = {}) =>
    postApi(open(), '/contact', body, options);
  const sendFile = (upload: string, bytes: string | Buffer, remoteAddress = '203.0.113.1') =>
    open().http.app.inject({
      method: 'POST',
      url: `${API_PREFIX}/contact/${upload}/file`,
      payload: Buffer.from(bytes),
      remoteAddress,
      headers: { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' },
    });
  return {
    challenge,
    prove,
    openForm,
    written,
    send,
    sendFile,
    /** Sends it and expects it to have arrived; the name by which its file is sent. */
    sent: async (body: object, options: Parameters<typeof postApi>[3] = {}): Promise<string> => {
      const answer = await send(body, options);
      expect(answer.statusCode, answer.body).toBe(201);
      const { received, uploadToken } = answer.json<{ received: boolean; uploadToken: string }>();
      expect(received).toBe(true);
      return uploadToken;
    },
  };
}

/** The keys of what the form asks for before it is sent. */
export const contactForm = {
  ...keys('user currency now formToken'),
  owner: { ...keys('address country email name phone timeZone'), links: ['label', 'link'] },
};
