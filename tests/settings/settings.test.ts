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
afterEach(() => site.db.$client.query('update settings set min_password_length = 6'));
afterAll(() => site.close());

const change = (settings: object, cookie = owner.cookie) =>
  postApi(site, '/settings', settings, { cookie, method: 'PATCH' });
const save = (minPasswordLength: unknown, cookie?: string) => change({ minPasswordLength }, cookie);
const read = () => getApi<Record<string, unknown>>(site, '/settings', owner.cookie);
const register = (password: string) =>
  postApi(site, '/register', { name: 'Grace', email: 'grace@site.example', password, confirmPassword: password });

describe('minimum password length', () => {
  it('is six, with ten recommended, until the owner raises it', async () => {
    expect(await getApi(site, '/password-policy')).toEqual({ minLength: 6, recommendedLength: 10 });
    expect((await save('12')).json()).toMatchObject({ minPasswordLength: 12 });
    expect(await getApi(site, '/password-policy')).toEqual({ minLength: 12, recommendedLength: 12 });
    expect(await read()).toMatchObject({ minPasswordLength: 12 });
  });

  it('applies to new passwords only', async () => {
    await save(14);
    const { fields } = expectApiError(await register(PASSWORD), 'BAD_REQUEST');
    expect(fields).toEqual({ password: 'Password must be at least 14 characters long' });
    expect((await postApi(site, '/login', { email: owner.email, password: PASSWORD })).statusCode).toBe(200);
    await save(13);
    expect((await register(PASSWORD)).statusCode).toBe(202);
  });

  it.each([5, 65, '', '7.5', '1e1', '-3'])('cannot be %j', async value => {
    const message = 'Enter a whole number from 6 to 64.';
    expect(expectApiError(await save(value), 'BAD_REQUEST').fields).toEqual({ minPasswordLength: message });
    expect(await read()).toMatchObject({ minPasswordLength: 6 });
  });

  it('can be set only by the owner', async () => {
    const author = await createSignedInUser(site, { role: 'author' });
    expectApiError(await save(20, author.cookie), 'FORBIDDEN');
    expectApiError(await save(20, ''), 'UNAUTHORIZED');
    expect(await read()).toMatchObject({ minPasswordLength: 6 });
  });
});

describe('time zone, currency and address', () => {
  it('are saved independently', async () => {
    expect(await read()).toEqual({
      minPasswordLength: 6,
      timeZone: 'America/New_York',
      defaultCurrency: 'USD',
      configuredSiteUrl: null,
      siteUrl: 'http://localhost:5050',
      isSiteUrlFromEnvironment: false,
    });
    await change({ timeZone: 'Europe/Berlin' });
    await change({ defaultCurrency: 'eur' });
    expect((await change({ configuredSiteUrl: 'https://Example.org/' })).json()).toEqual({
      minPasswordLength: 6,
      timeZone: 'Europe/Berlin',
      defaultCurrency: 'EUR',
      configuredSiteUrl: 'https://example.org',
      siteUrl: 'http://localhost:5050',
      isSiteUrlFromEnvironment: false,
    });
    const { siteUrl, profile } = await getApi<{ siteUrl: string; profile: { timeZone: string } }>(site, '/site');
    expect(siteUrl, 'a running site keeps its address').toBe('http://localhost:5050');
    expect(profile.timeZone).toBe('Europe/Berlin');
    await change({ configuredSiteUrl: '', defaultCurrency: 'USD', timeZone: 'America/New_York' });
    expect(await read()).toMatchObject({ configuredSiteUrl: null });
  });

  it('leave existing prices unchanged', async () => {
    const before = await getApi(site, '/pricing');
    await change({ defaultCurrency: 'BDT' });
    expect(await getApi(site, '/pricing')).toEqual(before);
    await change({ defaultCurrency: 'USD' });
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ defaultCurrency: 'EURO' }, 'defaultCurrency'],
    [{ configuredSiteUrl: 'example.org' }, 'configuredSiteUrl'],
    [{ configuredSiteUrl: 'https://example.org/blog' }, 'configuredSiteUrl'],
    [{ configuredSiteUrl: 'https://user:secret@example.org' }, 'configuredSiteUrl'],
    [{ configuredSiteUrl: 'javascript:alert(1)' }, 'configuredSiteUrl'],
    [{ siteUrl: 'https://example.org' }, 'siteUrl'],
  ])('refuse %j', async (settings, field) => {
    const before = await read();
    expect(Object.keys(expectApiError(await change(settings), 'BAD_REQUEST').fields)).toEqual([field]);
    expect(await read()).toEqual(before);
  });
});
