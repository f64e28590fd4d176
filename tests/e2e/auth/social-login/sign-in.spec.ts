import { openDeveloperTools } from '../../support/developer-tools.ts';
import { listAxeViolations } from '../../support/audits.ts';
import { createProviderUser, openPopup, completeFakeSignIn } from '../../support/fake-provider-popup.ts';
import { expect, expectNewDocument, hydratePage, markDocument, test, waitForIdle } from '../../support/test.ts';

const providers = [
  ['google', 'Google'],
  ['facebook', 'Facebook'],
  ['github', 'GitHub'],
] as const;

test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

const ready = hydratePage;

for (const [name, label] of providers) {
  test.describe(label, () => {
    test('signs in through a popup, then loads the dashboard with a toast', async ({ page }) => {
      await page.goto('/login');
      await ready(page);
      const link = page.getByRole('link', { name: `Continue with ${label}` });
      await expect(link).toHaveAttribute('href', `/sign-in/${name}`);
      await expect(link).toContainText('fake on this computer');
      const popup = await openPopup(page, `Continue with ${label}`);
      await expect(popup).toHaveTitle(`Fake ${label}`);
      expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 600]);
      await expect(page.getByText(`Go on in the ${label} window.`)).toBeVisible();
      const closed = popup.waitForEvent('close');
      await markDocument(page);
      await completeFakeSignIn(popup, createProviderUser());
      await closed;
      await expect(page.getByText(`${label} login successful! Redirecting...`)).toBeVisible();
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNewDocument(page);
    });

    test('reports a refusal and can be retried', async ({ page, trouble }) => {
      trouble.announce(new RegExp(`console error: ${label} login failed: access-denied`));
      await page.goto('/login');
      await ready(page);
      const popup = await openPopup(page, `Continue with ${label}`);
      const closed = popup.waitForEvent('close');
      await popup.getByRole('button', { name: 'Refuse' }).click();
      await closed;
      await expect(page.getByText(`${label} login failed! Try again.`)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveText(`You did not let ${label} sign you in, so nothing happened.`);
      await expect(page).toHaveURL('/login');
      const second = await openPopup(page, `Continue with ${label}`);
      await second.close();
    });
  });
}

test('returns to the requested private page', async ({ page }) => {
  await page.goto('/login?next=%2Fdashboard%2Fidentities');
  await ready(page);
  await completeFakeSignIn(await openPopup(page, /^Continue with Google/), createProviderUser());
  await expect(page).toHaveURL('/dashboard/identities');
});

test('notices a closed popup within eight seconds', async ({ page, trouble }) => {
  trouble.announce(/console error: Google login failed: popup-closed-by-user/);
  await page.clock.install();
  await page.goto('/register');
  await ready(page);
  const popup = await openPopup(page, /^Continue with Google/);
  await popup.close();
  await page.clock.runFor(7000);
  await expect(page.getByText('Google login failed! Try again.')).toHaveCount(0);
  await page.clock.runFor(1500);
  await expect(page.getByText('Google login failed! Try again.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('The Google window was closed before you were signed in.');
});

test('cancels the first popup when a second opens', async ({ page, trouble }) => {
  trouble.announce(/console error: Google login failed: cancelled-popup-request/);
  await page.goto('/login');
  await ready(page);
  const first = await openPopup(page, /^Continue with Google/);
  const closed = first.waitForEvent('close');
  const second = await openPopup(page, /^Continue with GitHub/);
  await closed;
  await expect(page.getByText('Go on in the GitHub window.')).toBeVisible();
  await completeFakeSignIn(second, createProviderUser());
  await expect(page.getByText('GitHub login successful! Redirecting...')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('explains a blocked popup', async ({ page, trouble }) => {
  trouble.announce(/console error: Facebook login failed: popup-blocked/);
  await page.addInitScript(() => (window.open = () => null));
  await page.goto('/login');
  await ready(page);
  await page.getByRole('link', { name: /^Continue with Facebook/ }).click();
  await expect(page.getByText('Facebook login failed! Try again.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Allow popups for this site');
  await expect(page.getByText('Go on in the Facebook window.')).toHaveCount(0);
});

test('opens no popup while offline', async ({ page, context, trouble }) => {
  trouble.announce(/console error: Google login failed: network-request-failed/);
  await page.goto('/login');
  await ready(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('link', { name: /^Continue with Google/ }).click();
  await expect(page.getByRole('alert')).toContainText('Google could not be reached.');
  expect(context.pages()).toHaveLength(1);
});

test('opens no popup at another address of the site', async ({ page, context, baseURL, trouble }) => {
  trouble.announce(/^foreign request: /);
  trouble.announce(/console error: GitHub login failed: unauthorized-domain/);
  const elsewhere = new URL('/login', baseURL);
  elsewhere.hostname = '127.0.0.1';
  // Cookies are bound to one host name.
  await openDeveloperTools(context.request, baseURL, '127.0.0.1');
  await page.goto(elsewhere.href);
  await ready(page);
  await page.getByRole('link', { name: /^Continue with GitHub/ }).click();
  await expect(page.getByRole('alert')).toContainText('at this site’s own address only');
  expect(context.pages()).toHaveLength(1);
});

test('passes axe on every page of the flow', async ({ page }) => {
  await page.goto('/login?next=%2Fdashboard%2Fidentities&provider=google&outcome=access-denied');
  await ready(page);
  expect(await listAxeViolations(page)).toEqual([]);
  const popup = await openPopup(page, /^Continue with Google/);
  // The fake's CSP forbids the scripts that axe needs, so the same markup is checked on another page.
  const markup = (await popup.content()).replace(/<style>[\s\S]*?<\/style>/, '');
  await completeFakeSignIn(popup, createProviderUser());
  await expect(page).toHaveURL('/dashboard/identities');
  await ready(page);
  expect(await listAxeViolations(page)).toEqual([]);
  await page.setContent(markup);
  // The copy lacks the style that makes the buttons large enough.
  expect(await listAxeViolations(page, ['target-size'])).toEqual([]);
});

for (const [way, cut] of [
  ['the page behind it', () => Object.defineProperty(window, 'opener', { value: null })],
  ['the channel', () => (BroadcastChannel.prototype.postMessage = () => {})],
] as const) {
  test(`delivers the result when the popup has lost ${way}`, async ({ page }) => {
    await page.goto('/login');
    await ready(page);
    const popup = await openPopup(page, /^Continue with Google/);
    await popup.addInitScript(cut);
    await completeFakeSignIn(popup, createProviderUser());
    await expect(page.getByText('Google login successful! Redirecting...')).toBeVisible();
  });
}

test('trusts messages only from the opened window and this site', async ({ page }) => {
  await page.goto('/login');
  await ready(page);
  const popup = await openPopup(page, /^Continue with Google/);
  await page.evaluate(() => {
    const data = { kind: 'sign-in-by-provider', provider: 'google', outcome: 'signed_in' };
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://elsewhere.example', source: window }));
    window.postMessage(data, location.origin);
  });
  await waitForIdle(page);
  await expect(page.getByText(/login successful/)).toHaveCount(0);
  await expect(page.getByText('Go on in the Google window.')).toBeVisible();
  await popup.close();
});

test('does not link an unverified address that is in use', async ({ page, context, baseURL, trouble }) => {
  trouble.announce(/console error: Facebook login failed: email-already-in-use/);
  const person = createProviderUser();
  await page.goto('/login');
  await ready(page);
  await completeFakeSignIn(await openPopup(page, /^Continue with Google/), person);
  await expect(page).toHaveURL('/dashboard');
  await ready(page);
  await context.clearCookies();
  await openDeveloperTools(context.request, baseURL);
  await page.goto('/login');
  await ready(page);
  await completeFakeSignIn(await openPopup(page, /^Continue with Facebook/), { ...person, verified: false });
  await expect(page.getByText('Facebook login failed! Try again.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Sign in with your password first');
});

test('confirms an unverified address by email first', async ({ page }) => {
  await page.goto('/register');
  await ready(page);
  await completeFakeSignIn(await openPopup(page, /^Continue with GitHub/), createProviderUser(false));
  await expect(page.getByText('Almost there: we have sent you a mail.')).toBeVisible();
  await expect(page.getByText(/login (failed|successful)/)).toHaveCount(0);
});

test('links and unlinks sign-in methods except the last', async ({ page }) => {
  const person = createProviderUser();
  await page.goto('/login?next=%2Fdashboard%2Fidentities');
  await ready(page);
  await completeFakeSignIn(await openPopup(page, /^Continue with Google/), person);
  await expect(page).toHaveURL('/dashboard/identities');
  await ready(page);
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await completeFakeSignIn(await openPopup(page, /^Add GitHub/), createProviderUser());
  await expect(page.getByText('From now on you can sign in by GitHub.')).toBeVisible();
  await ready(page);
  await page.getByRole('button', { name: /^Remove Google/ }).click();
  await expect(page.getByText(person.email)).toHaveCount(0);
  await expect(page.getByText('From now on')).toHaveCount(0);
  await expect(page.getByText('Your only way to sign in.')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('signs in within the page', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: /^Continue with Google/ }).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect(page).toHaveURL(/\/login\?/);
    await expect(page.getByRole('alert')).toHaveText('You did not let Google sign you in, so nothing happened.');
    await page.getByRole('link', { name: /^Continue with Google/ }).click();
    await completeFakeSignIn(page, createProviderUser());
    await expect(page).toHaveURL('/dashboard');
  });
});
