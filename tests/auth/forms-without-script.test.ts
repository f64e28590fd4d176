import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOwnerSetupToken } from '#features/auth/registration/actions/owner-setup.ts';
import { getEmailedCode, listEmailsTo } from '../support/emails.ts';
import { createHtmlBrowser, type HtmlBrowser } from '../support/html-forms.ts';
import { getDescription, listAlerts } from '../support/page-html.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createTwoFactorUser } from '../support/two-factor-fixture.ts';
import { createTestUser, deleteAllUsers, PASSWORD } from '../support/user-factory.ts';

const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const EMAIL = 'grace@site.example';

let site: TestSite;
let browser: HtmlBrowser;
beforeAll(async () => {
  site = await createTestSite({ pages: true, now: () => now });
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  browser = createHtmlBrowser(site);
});
afterAll(() => site.close());

const heading = () => browser.page.text('h1');
const alerts = () => listAlerts(browser.page);
const login = (password: string, email = EMAIL) => browser.submit('Login', { Email: email, Password: password });

/** Checks that each field is marked invalid and described by its message. */
function expectMessages(messages: Readonly<Record<string, string>>): void {
  for (const [label, message] of Object.entries(messages)) {
    const field = browser.field(label);
    expect(field.properties.ariaInvalid, label).toBe('true');
    expect(getDescription(browser.page, field)).toMatch(new RegExp(`${message}$`));
  }
}

describe('registration', () => {
  it('keeps the input after an error, then confirms the address and signs in', async () => {
    await browser.open('/register');
    await browser.submit('Register', { Name: 'Grace Murray', Email: EMAIL, Password: '12345' });
    expectMessages({ Password: 'Password must be at least 6 characters long' });
    expect(browser.value('Email')).toBe(EMAIL);
    await browser.submit('Register', { Password: PASSWORD, 'Confirm Password': PASSWORD });
    expect(heading()).toBe('Check your inbox');
    const [mail] = await listEmailsTo(site, EMAIL);
    await browser.open(/\/confirm-address\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '');
    await browser.submit('Confirm email address');
    expect(browser.text()).toContain('Your email address is confirmed');
    expect(browser.value('Email')).toBe(EMAIL);
    await browser.submit('Login', { Password: 'wrong-one' });
    expect(alerts()).toEqual(['Incorrect email or password.']);
    await browser.submit('Login', { Password: PASSWORD });
    expect(browser.url).toBe('/dashboard');
  });
});

describe('sign-in', () => {
  it('asks to wait after five failed attempts', async () => {
    await browser.open('/login');
    for (let tried = 0; tried < 6; tried++) await login(`guess-${tried}`);
    expect(browser.status).toBe(429);
    expect(alerts()).toEqual(['Too many attempts. Try again in 5 minutes.']);
  });

  it('accepts a recovery code after the right password', async () => {
    const { email, recoveryCodes } = await createTwoFactorUser(site, now);
    await browser.open('/login/second-step');
    expect(browser.url, 'there is no pending sign-in').toBe('/login');
    await login(PASSWORD, email);
    expect(browser.url).toBe('/login/second-step');
    await browser.follow('Use a recovery code');
    await browser.submit('Login', { 'Recovery code': 'AAAA-AAAA-AAAA-AAAA' });
    expect(browser.field('Recovery code').properties.ariaInvalid).toBe('true');
    expect(browser.value('Recovery code')).toBe('');
    await browser.submit('Login', { 'Recovery code': (recoveryCodes[0] ?? '').toLowerCase() });
    expect(browser.url).toBe('/dashboard');
  });
});

describe('password reset', () => {
  const askForCode = async () => {
    await browser.open('/dashboard');
    expect(browser.url).toBe('/login?next=%2Fdashboard');
    await browser.follow('Forgot your password?');
    await browser.submit('Reset Password', { Email: EMAIL });
    expect(heading()).toBe('Enter OTP');
  };

  it('sets a new password with the emailed code', async () => {
    await createTestUser(site.db, { email: EMAIL });
    await askForCode();
    await browser.submit('Verify Email', { Code: await getEmailedCode(site, EMAIL) });
    expect(heading()).toBe('Enter New Password');
    await browser.submit('Reset Password', { Password: 'a-new-word-77', 'Confirm Password': 'a-new-word-77' });
    expect(browser.text()).toContain('Your password is changed. Sign in with your new password.');
    expect(browser.value('Email')).toBe(EMAIL);
    await browser.open('/reset-password');
    expect(browser.url, 'the reset is done').toBe('/forget-password');
    await browser.open('/login');
    await login('a-new-word-77');
    expect(browser.url).toBe('/dashboard');
    await browser.open('/login');
    expect(browser.url, 'a signed-in user skips the sign-in page').toBe('/dashboard');
  });

  it('looks the same for an unknown address, and no code works', async () => {
    await askForCode();
    await browser.submit('Verify Email', { Code: '123456' });
    expect([browser.status, heading()]).toEqual([422, 'Enter OTP']);
    expect(alerts()).toEqual(['This code is incorrect. You have 4 attempts left.']);
  });
});

describe('sign-in with a provider', () => {
  const nora = { Name: 'Nora Lindqvist', Email: 'nora@mail.example' };
  const openProvider = async (label: string) => {
    browser = createHtmlBrowser(site, { cookie: site.developerCookie });
    await browser.open('/login');
    await browser.follow(new RegExp(`^Continue with ${label}`));
    expect(browser.page.text('title')).toBe(`Fake ${label}`);
  };

  it('reports a refusal and can be retried', async () => {
    await openProvider('Google');
    await browser.submit('Deny access');
    expect(browser.url).toMatch(/^\/login\?/);
    expect(alerts()).toEqual(['You didn’t allow Google to sign you in. Try again or sign in another way.']);
    await browser.follow(/^Continue with Google/);
    await browser.submit('Continue as this person', nora);
    expect(browser.url).toBe('/dashboard');
  });

  it('names the way to link an unverified address that is in use', async () => {
    await createTestUser(site.db, { email: nora.Email });
    await openProvider('Facebook');
    await browser.submit('Continue as this person', { ...nora, 'Facebook has verified this address': false });
    expect(browser.url).toMatch(/^\/login\?/);
    expect(alerts().join()).toContain('Sign in with your password, then add Facebook');
  });
});

describe('setup', () => {
  const claim = (fields: Record<string, string> = {}) => browser.submit('Create owner account', fields);

  it('shows errors, keeps the input except passwords, creates the owner and ends the link', async () => {
    const link = `/set-up/${await createOwnerSetupToken(site.db, { isOnlyInstance: true })}`;
    await browser.open(link);
    await claim();
    expectMessages({
      Name: 'Name is required',
      Email: 'Email is required',
      Password: 'Password is required',
      'Confirm Password': 'Confirm Password is required',
    });
    expect(alerts()).toHaveLength(1);
    await claim({ Name: 'Ada Harbor', Email: 'ada@harbor', Password: '12345' });
    expectMessages({ Email: 'Invalid email address', Password: 'Password must be at least 6 characters long' });
    expect(alerts()).toHaveLength(1);
    expect([browser.value('Name'), browser.value('Email')]).toEqual(['Ada Harbor', 'ada@harbor']);
    expect(browser.page.all('input').map(({ properties }) => properties.value)).not.toContain('12345');
    await claim({ Email: 'ada@harbor.example', Password: PASSWORD, 'Confirm Password': PASSWORD });
    expect([browser.url, heading()]).toEqual(['/dashboard', 'Today']);
    await browser.open(link);
    expect(browser.status).toBe(404);
    expect(browser.text()).toContain('This setup link is no longer valid.');
  });
});
