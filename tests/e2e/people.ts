import type { APIRequestContext } from '@playwright/test';
import { expect } from './test.ts';

/** The password of everybody here who is not given another. */
export const PASSWORD = 'tide-gauge-42';

/** Somebody with an account. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

let people = 0;

/** An address that nobody has. */
export function freshAddress(): string {
  people += 1;
  return `person-${people}-${crypto.randomUUID().slice(0, 8)}@site.example`;
}

/** Opens an account as the pages do, through the API and the mail that it sends. */
export async function openAccount(request: APIRequestContext, name = 'Grace Murray'): Promise<Person> {
  const email = freshAddress();
  const form = { name, email, password: PASSWORD, confirmPassword: PASSWORD };
  const asked = await request.post('/api/v1/register', { data: form });
  expect(asked.status(), await asked.text()).toBe(202);
  const token = /\/confirm-address\/([\w-]+)/.exec(await newestMailTo(request, email))?.[1];
  const confirmed = await request.post('/api/v1/register/confirm', { data: { token } });
  expect(confirmed.status(), await confirmed.text()).toBe(201);
  return { name, email };
}

/** Signs somebody in in the browser that the request belongs to. */
export async function signIn(request: APIRequestContext, { email }: Person, password = PASSWORD): Promise<void> {
  const answer = await request.post('/api/v1/login', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The text of the newest mail to an address, as it is shown on a local site. */
export async function newestMailTo(request: APIRequestContext, address: string): Promise<string> {
  const { items } = (await (await request.get('/api/v1/dev/mails')).json()) as {
    items: { id: string; to: { address: string } }[];
  };
  const mail = items.find(({ to }) => to.address === address);
  if (!mail) throw new Error(`There is no mail to ${address}.`);
  const { text } = (await (await request.get(`/api/v1/dev/mails/${mail.id}`)).json()) as { text: string };
  return text;
}
