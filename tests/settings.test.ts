import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, readApi, sendApi } from './support/api-answers.ts';
import { arrive, PASSWORD } from './support/people.ts';
import { openTestSite, type TestSite } from './support/test-site.ts';

let site: TestSite;
let owner: Awaited<ReturnType<typeof arrive>>;
beforeAll(async () => {
  site = await openTestSite();
  owner = await arrive(site, { role: 'owner' });
});
afterEach(() => site.db.$client.query('update settings set minimum_password_length = 6'));
afterAll(() => site.close());

const save = (minimumPasswordLength: unknown, cookie = owner.cookie) =>
  sendApi(site, '/settings', { minimumPasswordLength }, { cookie, method: 'PUT' });
const register = (password: string) =>
  sendApi(site, '/register', { name: 'Grace', email: 'grace@site.example', password, confirmPassword: password });

describe('the shortest password', () => {
  it('is of six characters, with ten recommended, until the owner raises it', async () => {
    expect(await readApi(site, '/password-rules')).toEqual({ minimumLength: 6, recommendedLength: 10 });
    expect((await save('12')).json()).toEqual({ minimumPasswordLength: 12 });
    expect(await readApi(site, '/password-rules')).toEqual({ minimumLength: 12, recommendedLength: 12 });
    expect(await readApi(site, '/settings', owner.cookie)).toEqual({ minimumPasswordLength: 12 });
  });

  it('holds for new passwords; those in use stay good', async () => {
    await save(14);
    const { fields } = expectRefusal(await register(PASSWORD), 'BAD_REQUEST');
    expect(fields).toEqual({ password: 'Password must be at least 14 characters long' });
    expect((await sendApi(site, '/login', { email: owner.email, password: PASSWORD })).statusCode).toBe(200);
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
    expect(expectRefusal(await save(value), 'BAD_REQUEST').fields).toEqual({ minimumPasswordLength: message });
    expect(await readApi(site, '/settings', owner.cookie)).toEqual({ minimumPasswordLength: 6 });
  });

  it('is the owner’s alone to set', async () => {
    const author = await arrive(site, { role: 'author' });
    expectRefusal(await save(20, author.cookie), 'FORBIDDEN');
    expectRefusal(await save(20, ''), 'UNAUTHORIZED');
    expect(await readApi(site, '/settings', owner.cookie)).toEqual({ minimumPasswordLength: 6 });
  });
});
