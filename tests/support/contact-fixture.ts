import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect } from 'vitest';
import type { ContactFormData } from '#features/contact/contract/contact-form.ts';
import type { Encryption } from '#platform/encryption.ts';
import type { Challenge } from '#platform/http/proof-of-work.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { keys } from './response-shapes.ts';
import { getApi, postApi } from './api-client.ts';
import type { TestSite } from './test-site.ts';

/** Solves a proof-of-work challenge as the browser does, and returns the proof as the API expects it. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encodeProof({ challenge, solution });
}

export const encodeProof = (what: unknown) => Buffer.from(JSON.stringify(what)).toString('base64');

/**
 * Returns a proof that the site with this encryption accepts. Its challenge is signed by the site but solved by the
 * first attempt, because a real one takes half a second of CPU time.
 */
export async function createCheapProof(encryption: Encryption, now: Temporal.Instant): Promise<string> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 0,
    deriveKey,
    data: { expiresAt: Math.floor(now.epochMilliseconds / 1000) + 2 * 3600 },
    hmacSignatureSecret: encryption.deriveToken('proof of work, contact'),
    hmacKeySignatureSecret: encryption.deriveToken('key of a proof of work, contact'),
  });
  return solved(challenge as Challenge);
}

/** Returns helpers that fill in and send the contact form of the site as a visitor. */
export function contactFixture(open: () => TestSite) {
  const challenge = async (): Promise<Challenge> => {
    const answer = await postApi(open(), '/contact/challenges', {});
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<Challenge>();
  };
  const prove = () => {
    const { encryption, now } = open().http.services;
    return createCheapProof(encryption, now());
  };
  const openForm = (cookie?: string) => getApi<ContactFormData>(open(), '/contact', cookie);
  /** Returns a valid message; without a proof unless `changes` has one. */
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
    /** Sends a message, expects it to be accepted, and returns the token for uploading its file. */
    sent: async (body: object, options: Parameters<typeof postApi>[3] = {}): Promise<string> => {
      const answer = await send(body, options);
      expect(answer.statusCode, answer.body).toBe(201);
      const { received, uploadToken } = answer.json<{ received: boolean; uploadToken: string }>();
      expect(received).toBe(true);
      return uploadToken;
    },
  };
}

/** The shape of the data that the contact form loads. */
export const contactForm = {
  ...keys('user currency now formToken'),
  owner: { ...keys('address country email name phone timeZone'), links: ['label', 'link'] },
};
