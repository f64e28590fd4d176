import type { Page } from '@playwright/test';
import { openDeveloperTools } from '../../support/developer-tools.ts';
import { listAxeViolations } from '../../support/audits.ts';
import { createProviderUser, openPopup, completeFakeSignIn } from '../../support/fake-provider-popup.ts';
import {
  expect,
  expectNewDocument,
  expectSameDocument,
  hydratePage,
  markDocument,
  test,
  waitForIdle,
} from '../../support/test.ts';

const providers = [
  ['google', 'Google'],
  ['facebook', 'Facebook'],
  ['github', 'GitHub'],
] as const;

test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydratePage(page);
}

test('reports each failure of the popup on the page and can be retried', async ({
  page,
  context,
  baseURL,
  trouble,
}) => {
  trouble.announce(/console error: Google login failed: access-denied/);
  trouble.announce(/console error: Google login failed: cancelled-popup-request/);
  trouble.announce(/console error: Facebook login failed: popup-blocked/);
  trouble.announce(/console error: Google login failed: network-request-failed/);
  trouble.announce(/console error: GitHub login failed: unauthorized-domain/);
  trouble.announce(/^foreign request: http:\/\/127\.0\.0\.1:/);
  await open(page, '/login');
  await page.waitForLoadState('networkidle');
  await markDocument(page);
  const alert = page.getByRole('alert');
  let markup = '';

  for (const [name, label] of providers) {
    const link = page.getByRole('link', { name: `Continue with ${label}` });
    await expect(link).toHaveAttribute('href', `/sign-in/${name}`);
    await expect(link).toContainText('fake, for local testing');
  }

  await test.step('refusal', async () => {
    const popup = await openPopup(page, 'Continue with Google');
    await expect(popup).toHaveTitle('Fake Google');
    markup = await popup.content();
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Deny access' }).click();
    await closed;
    await expect(page.getByText('Google login failed! Try again.')).toBeVisible();
    await expect(alert).toHaveText('You didn’t allow Google to sign you in. Try again or sign in another way.');
    await expect(page).toHaveURL('/login');
  });

  await test.step('axe with an error', async () => expect(await listAxeViolations(page)).toEqual([]));

  await test.step('offline', async () => {
    await context.setOffline(true);
    await page.getByRole('link', { name: /^Continue with Google/ }).click();
    await expect(alert).toContainText('Couldn’t reach Google.');
    expect(context.pages()).toHaveLength(1);
    await context.setOffline(false);
  });

  await test.step('blocked popup', async () => {
    await page.evaluate(() => {
      const original = window.open.bind(window);
      window.open = () => {
        window.open = original;
        return null;
      };
    });
    await page.getByRole('link', { name: /^Continue with Facebook/ }).click();
    await expect(page.getByText('Facebook login failed! Try again.').last()).toBeVisible();
    await expect(alert).toContainText('Allow popups for this site');
    await expect(page.getByText('Continue in the Facebook window.')).toHaveCount(0);
  });

  const first = await openPopup(page, /^Continue with Google/);
  await expect(alert).toHaveCount(0);
  await test.step('messages from elsewhere are ignored', async () => {
    await page.evaluate(() => {
      const data = { kind: 'sign-in-by-provider', provider: 'google', outcome: 'signed_in' };
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://elsewhere.example', source: window }));
      window.postMessage(data, location.origin);
    });
    await waitForIdle(page);
    await expect(page.getByText(/login successful/)).toHaveCount(0);
    await expect(page.getByText('Continue in the Google window.')).toBeVisible();
  });

  await test.step('a second popup cancels the first and signs in', async () => {
    const closed = first.waitForEvent('close');
    const second = await openPopup(page, /^Continue with GitHub/);
    await closed;
    await expect(page.getByText('Continue in the GitHub window.')).toBeVisible();
    await completeFakeSignIn(second, createProviderUser());
    await expect(page.getByText('GitHub login successful! Redirecting...')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expectNewDocument(page);
    await hydratePage(page);
  });

  await test.step('axe on the fake provider', async () => {
    // Its CSP forbids the scripts that axe needs, so the same markup is checked on another page. The copy lacks the
    // style that makes the buttons large enough.
    await page.setContent(markup.replace(/<style>[\s\S]*?<\/style>/, ''));
    expect(await listAxeViolations(page, ['target-size'])).toEqual([]);
  });

  await test.step('another address of the site', async () => {
    const elsewhere = new URL('/login', baseURL);
    elsewhere.hostname = '127.0.0.1';
    // Cookies are bound to one host name.
    await openDeveloperTools(context.request, baseURL, '127.0.0.1');
    await open(page, elsewhere.href);
    await page.getByRole('link', { name: /^Continue with GitHub/ }).click();
    await expect(alert).toContainText('only works at this site’s main address');
    expect(context.pages()).toHaveLength(1);
  });
});

test('signs in through a popup, returns to the private page, adds a provider and removes one', async ({ page }) => {
  const person = createProviderUser();
  await open(page, '/login?next=%2Fdashboard%2Fidentities');
  const popup = await openPopup(page, 'Continue with Google');
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 600]);
  await expect(page.getByText('Continue in the Google window.')).toBeVisible();
  const closed = popup.waitForEvent('close');
  await markDocument(page);
  await test.step('when the popup has lost the page behind it', async () => {
    await popup.addInitScript(() => Object.defineProperty(window, 'opener', { value: null }));
    await completeFakeSignIn(popup, person);
    await closed;
    await expect(page.getByText('Google login successful! Redirecting...')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/identities');
    await expectNewDocument(page);
    await hydratePage(page);
    expect(await listAxeViolations(page)).toEqual([]);
    await expect(page.getByText(person.email)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  });

  await test.step('when the popup’s channel does not deliver', async () => {
    await markDocument(page);
    const adding = await openPopup(page, /^Add GitHub/);
    await adding.addInitScript(() => (BroadcastChannel.prototype.postMessage = () => {}));
    await completeFakeSignIn(adding, createProviderUser());
    await expect(page.getByText('You can now sign in with GitHub.')).toBeVisible();
    // A page load would scroll away from the section, and show the message again whenever the page is reloaded.
    await expectSameDocument(page);
    await expect(page).toHaveURL('/dashboard/identities');
  });

  const removing = page.getByRole('button', { name: /^Remove Google/ });
  const question = page.getByRole('dialog', { name: 'Remove Google?' });
  await removing.click();
  await expect(question).toContainText(person.email);
  await page.keyboard.press('Escape');
  await expect(removing).toBeFocused();
  await removing.click();
  await question.getByRole('button', { name: 'Remove account' }).click();
  await expect(page.getByText(person.email)).toHaveCount(0);
  await expect(page.getByText('You can now sign in with')).toHaveCount(0);
  await expect(page.getByText('This is your only sign-in method.')).toBeVisible();
});

test('notices a closed popup within eight seconds, then confirms an unverified address by email', async ({
  page,
  trouble,
}) => {
  trouble.announce(/console error: Google login failed: popup-closed-by-user/);
  await page.clock.install();
  await open(page, '/register');
  await (await openPopup(page, /^Continue with Google/)).close();
  await page.clock.runFor(7000);
  await expect(page.getByText('Google login failed! Try again.')).toHaveCount(0);
  await page.clock.runFor(1500);
  await expect(page.getByText('Google login failed! Try again.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    'The Google window was closed before you were signed in. Try again.',
  );

  await completeFakeSignIn(await openPopup(page, /^Continue with GitHub/), createProviderUser(false));
  await expect(page.getByText('We’ve sent you an email.')).toBeVisible();
  await expect(page.getByText(/GitHub login (failed|successful)/)).toHaveCount(0);
});
