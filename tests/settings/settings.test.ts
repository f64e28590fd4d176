import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { createSignedInUser, PASSWORD } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: Awaited<ReturnType<typeof createSignedInUser>>;
beforeAll(async () => {
  site = await createTestSite();
  owner = await createSignedInUser(site, { role: 'owner' });
});
afterEach(() => site.db.$client.query('update settings set minimum_password_length = 6'));
afterAll(() => site.close());

const change = (settings: object, cookie = owner.cookie) =>
  postApi(site, '/settings', settings, { cookie, method: 'PATCH' });
const save = (minimumPasswordLength: unknown, cookie?: string) => change({ minimumPasswordLength }, cookie);
const read = () => getApi<Record<string, unknown>>(site, '/settings', owner.cookie);
const register = (password: string) =>
  postApi(site, '/register', { name: 'Grace', email: 'grace@site.example', password, confirmPassword: password });

describe('minimum password length', () => {
  it('is six, with ten recommended, until the owner raises it', async () => {
    expect(await getApi(site, '/password-rules')).toEqual({ minimumLength: 6, recommendedLength: 10 });
    expect((await save('12')).json()).toMatchObject({ minimumPasswordLength: 12 });
    expect(await getApi(site, '/password-rules')).toEqual({ minimumLength: 12, recommendedLength: 12 });
    expect(await read()).toMatchObject({ minimumPasswordLength: 12 });
  });

  it('applies to new passwords only', async () => {
    await save(14);
    const { fields } = expectApiError(await register(PASSWORD), 'BAD_REQUEST');
    expect(fields).toEqual({ password: 'Password must be at least 14 characters long' });
    expect((await postApi(site, '/login', { email: owner.email, password: PASSWORD })).statusCode).toBe(200);
    await save(13);
    expect((await register(PASSWORD)).statusCode).toBe(202);
  });

  it.each([
    [5, 'A password has at least 6 characters.'],
    [65, 'Nobody should have to type more than 64 characters.'],
    ['', 'Give a whole number.'],
    ['7.5', 'Give a whole number.'],
    ['1e1', 'Give a whole number.'],
  ])('cannot be %j', async (value, message) => {
    expect(expectApiError(await save(value), 'BAD_REQUEST').fields).toEqual({ minimumPasswordLength: message });
    expect(await read()).toMatchObject({ minimumPasswordLength: 6 });
  });

  it('can be set only by the owner', async () => {
    const author = await createSignedInUser(site, { role: 'author' });
    expectApiError(await save(20, author.cookie), 'FORBIDDEN');
    expectApiError(await save(20, ''), 'UNAUTHORIZED');
    expect(await read()).toMatchObject({ minimumPasswordLength: 6 });
  });
});

describe('time zone, currency and address', () => {
  it('are saved independently', async () => {
    expect(await read()).toEqual({
      minimumPasswordLength: 6,
      timeZone: 'America/New_York',
      currency: 'USD',
      siteAddress: null,
      siteUrl: 'http://localhost:5050',
      siteUrlIsGiven: false,
    });
    await change({ timeZone: 'Europe/Berlin' });
    await change({ currency: 'eur' });
    expect((await change({ siteAddress: 'https://Example.org/' })).json()).toEqual({
      minimumPasswordLength: 6,
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      siteAddress: 'https://example.org',
      siteUrl: 'http://localhost:5050',
      siteUrlIsGiven: false,
    });
    const { siteUrl, profile } = await getApi<{ siteUrl: string; profile: { timeZone: string } }>(site, '/site');
    expect(siteUrl, 'a running site keeps its address').toBe('http://localhost:5050');
    expect(profile.timeZone).toBe('Europe/Berlin');
    await change({ siteAddress: '', currency: 'USD', timeZone: 'America/New_York' });
    expect(await read()).toMatchObject({ siteAddress: null });
  });

  it('leave existing prices unchanged', async () => {
    const before = await getApi(site, '/pricing');
    await change({ currency: 'BDT' });
    expect(await getApi(site, '/pricing')).toEqual(before);
    await change({ currency: 'USD' });
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ currency: 'EURO' }, 'currency'],
    [{ siteAddress: 'example.org' }, 'siteAddress'],
    [{ siteAddress: 'https://example.org/blog' }, 'siteAddress'],
    [{ siteAddress: 'https://user:secret@example.org' }, 'siteAddress'],
    [{ siteAddress: 'javascript:alert(1)' }, 'siteAddress'],
    [{ siteUrl: 'https://example.org' }, 'siteUrl'],
  ])('refuse %j', async (settings, field) => {
    const before = await read();
    expect(Object.keys(expectApiError(await change(settings), 'BAD_REQUEST').fields)).toEqual([field]);
    expect(await read()).toEqual(before);
  });
});
