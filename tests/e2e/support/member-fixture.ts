import { type APIRequestContext, type BrowserContext, request as requests } from '@playwright/test';
import { openDeveloperTools } from './developer-tools.ts';
import { expect } from './test.ts';

/** Somebody with an account on the site under test. */
export interface Member {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The text of the newest mail to an address, at the site that a request context belongs to. */
export async function getLatestEmail(site: APIRequestContext, address: string): Promise<string> {
  const { origin } = new URL((await site.get('/healthz')).url());
  // A context of its own, so that the one that asks gets no cookie.
  const request = await requests.newContext({ baseURL: origin });
  await openDeveloperTools(request, origin);
  const { items } = (await (await request.get('/api/v1/dev/mails')).json()) as {
    items: { id: string; to: { address: string } }[];
  };
  const mail = items.find(({ to }) => to.address === address);
  const { text } = mail
    ? ((await (await request.get(`/api/v1/dev/mails/${mail.id}`)).json()) as { text: string })
    : { text: '' };
  await request.dispose();
  return text;
}

/** Registers somebody and confirms their address. `request` must have no cookies. */
export async function registerMember(request: APIRequestContext, name: string): Promise<Member> {
  const member = { name, email: `${crypto.randomUUID()}@site.example`, password: 'tide-gauge-42' };
  const asked = await request.post('/api/v1/register', { data: { ...member, confirmPassword: member.password } });
  expect(asked.status()).toBe(202);
  const token = /confirm-address\/([\w-]{43})/.exec(await getLatestEmail(request, member.email))?.[1];
  expect((await request.post('/api/v1/register/confirm', { data: { token } })).status()).toBe(201);
  return member;
}

/** Signs somebody in, in a browser that nobody is signed in with. */
export async function signIn(context: BrowserContext, { email, password }: Member): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await context.request.post('/api/v1/login', { data: { email, password }, headers });
  expect(answer.status()).toBe(200);
}
