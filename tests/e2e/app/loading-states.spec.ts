import { VISITS_PATH } from '#features/insights/contract/visits-path.ts';
import type { Page } from '@playwright/test';
import {
  expect,
  expectNewDocument,
  expectSameDocument,
  markDocument,
  hydratePage,
  test,
  withMotion,
  waitForIdle,
} from '../support/test.ts';

test.use(withMotion);

const API = '**/api/v1/**';
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const FORM_PAGES = '**/assets/form-pages-*.js';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('covers the screen with a spinner while data loads', async ({ page }) => {
  await page.goto('/');
  await hydratePage(page);
  let deliver = (): void => {};
  const wait = new Promise<void>(resolve => (deliver = resolve));
  await page.route(API, async route => {
    await wait;
    await route.continue();
  });
  const spinner = page.getByRole('status', { name: 'Loading' });
  await expect(spinner).toBeHidden();
  await main(page).getByRole('link', { name: 'Blogs' }).click();
  await expect(spinner).toBeVisible();
  await expect.poll(() => spinner.evaluate(it => getComputedStyle(it).opacity)).toBe('1');
  expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  deliver();
  await expect(heading(page)).toHaveText('Blog');
  await expect(spinner).toBeHidden();
});

test('covers the screen with a spinner while code loads', async ({ page }) => {
  await page.goto('/');
  await hydratePage(page);
  let deliver = (): void => {};
  const wait = new Promise<void>(resolve => (deliver = resolve));
  await page.route('**/assets/PricingPage-*.js', async route => {
    await wait;
    await route.continue();
  });
  await main(page).getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  deliver();
  await expect(heading(page)).toHaveText('Pricing');
});

test('loads a document when a release has replaced the page’s code', async ({ page, trouble }) => {
  trouble.announce(/PricingPage-.*\.js/);
  await page.goto('/');
  await hydratePage(page);
  await markDocument(page);
  await page.route('**/assets/PricingPage-*.js', route => route.fulfill({ status: 404 }), { times: 1 });
  await main(page).getByRole('link', { name: 'Pricing' }).click();
  await expect(heading(page)).toHaveText('Pricing');
  await expect(page).toHaveURL('/pricing');
  await expectNewDocument(page);
});

test('loads a document when a release has replaced the form routes', async ({ page, trouble }) => {
  trouble.announce(/form-pages-.*\.js/);
  await page.goto('/');
  await hydratePage(page);
  await markDocument(page);
  await page.route(FORM_PAGES, route => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page)).toHaveText('Login');
  await expect(page).toHaveURL('/login');
  await expectNewDocument(page);
});

test('keeps the server’s page when its code fails to load', async ({ page, trouble }) => {
  trouble.announce(/PricingPage-.*\.js/);
  await page.route('**/assets/PricingPage-*.js', route => route.fulfill({ status: 404 }));
  await page.goto('/pricing');
  const answered = page.waitForResponse(/PricingPage/);
  await page.getByRole('banner').getByRole('link').first().hover();
  await answered;
  await waitForIdle(page);
  await expect(heading(page)).toHaveText('Pricing');
  await main(page).getByRole('link', { name: 'About' }).click();
  await expect(heading(page)).not.toHaveText('Pricing');
});

test('keeps the form without JavaScript when its routes fail to load', async ({ page, trouble }) => {
  trouble.announce(/form-pages-.*\.js/);
  trouble.announce(/status (of )?4\d\d/);
  await page.route(FORM_PAGES, route => route.fulfill({ status: 404 }));
  const asked = page.waitForResponse(/form-pages/);
  await page.goto('/login');
  await page.getByLabel('E-mail').focus();
  await asked;
  await waitForIdle(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-app');
  await page.getByLabel('E-mail').fill('nobody@site.example');
  await page.getByLabel('Password', { exact: true }).fill('tide-gauge-42');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
});

const APP = '**/assets/hydrate-*.js';

test('keeps the errors of a form rejected before hydration', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  trouble.announce(/\/assets\/hydrate-/);
  const refused = page.getByText('4 fields need another look.');
  await page.route(APP, route => route.abort());
  await page.goto('/register');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(refused).toBeVisible();
  await page.unroute(APP);
  await hydratePage(page);
  await expect(refused).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required');
  await expect(page.getByLabel('Name')).toBeFocused();
});

test('keeps the result of a form submitted before hydration', async ({ page, trouble }) => {
  trouble.announce(/\/assets\/hydrate-/);
  const email = `${crypto.randomUUID()}@site.example`;
  await page.route(APP, route => route.abort());
  await page.goto('/register');
  await page.getByLabel('Name').fill('Grace Murray');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('tide-gauge-42');
  await page.getByLabel('Confirm Password').fill('tide-gauge-42');
  await page.getByRole('button', { name: 'Register' }).click();
  const sent = page.getByText(`We have sent a link to ${email}.`);
  await expect(sent).toBeVisible();
  await page.unroute(APP);
  await hydratePage(page);
  await expect(sent).toBeVisible();
});

test('keeps the error page of a failed form submission', async ({ page, trouble }) => {
  trouble.announce(/status (of )?405/);
  await page.goto('/about');
  const asked = (await heading(page).textContent()) ?? '';
  const loaded = page.waitForResponse(/\/assets\/hydrate-/);
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/about' });
    document.body.append(form);
    form.submit();
  });
  await expect(heading(page)).not.toHaveText(asked);
  const headingText = await heading(page).textContent();
  await page.getByRole('banner').getByRole('link').first().hover();
  await loaded;
  await waitForIdle(page);
  expect(await heading(page).textContent()).toBe(headingText);
});

test('reuses cached responses for the same page', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    // Each page view sends a visit beacon.
    if (pathname.startsWith('/api/v1/') && pathname !== VISITS_PATH) calls.push(request.url());
  });
  await page.goto('/');
  await hydratePage(page);
  await main(page).getByRole('link', { name: 'Projects' }).click();
  await expect(heading(page)).toHaveText('Projects');
  await main(page).getByRole('link', { name: 'Blogs' }).click();
  await expect(heading(page)).toHaveText('Blog');
  const before = calls.length;
  expect(before).toBeGreaterThan(0);
  await main(page).getByRole('link', { name: 'Projects' }).click();
  await expect(heading(page)).toHaveText('Projects');
  expect(calls.slice(before)).toEqual([]);
});

test('finishes navigation despite changes meanwhile', async ({ page }) => {
  const deliver: (() => void)[] = [];
  const hold = async (address: string) => {
    const begun = page.waitForRequest(address);
    await page.route(address, async route => {
      await new Promise<void>(resolve => deliver.push(resolve));
      await route.continue();
    });
    return begun;
  };
  const changed = hold('**/api/v1/login/passkey/options');
  const read = hold('**/api/v1/password-policy');
  await page.goto('/login');
  await page.getByLabel('E-mail').focus();
  await changed;
  await page.getByRole('link', { name: 'Register' }).click();
  await read;
  const done = page.waitForResponse('**/api/v1/login/passkey/options');
  deliver[0]?.();
  await done;
  deliver[1]?.();
  await expect(heading(page)).toHaveText('Register');
});

for (const [kind, fail, title, sentence] of [
  [
    'no answer (FETCH_ERROR)',
    async (page: Page) => page.route(API, route => route.abort()),
    'The page could not be loaded',
    'The site could not be reached. Check the connection and try again.',
  ],
  [
    'no JSON (PARSING_ERROR)',
    async (page: Page) => page.route(API, route => route.fulfill({ body: '<html>', contentType: 'text/html' })),
    'The page could not be loaded',
    'The site answered with something that cannot be read. Try again in a moment.',
  ],
  [
    'a fault on the site',
    async (page: Page) =>
      page.route(API, route =>
        route.fulfill({
          status: 500,
          json: { error: { code: 'INTERNAL', message: 'Something broke.', fields: {}, requestId: 'r-4711' } },
        }),
      ),
    'Something went wrong here',
    'Request r-4711',
  ],
] as const) {
  test(`${kind} shows a message and a way on`, async ({ page, trouble }) => {
    if (kind !== 'no JSON (PARSING_ERROR)') trouble.announce(/\/api\/v1\//);
    await page.goto('/');
    await hydratePage(page);
    await markDocument(page);
    await fail(page);
    await main(page).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(page)).toHaveText(title);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(main(page)).toBeVisible();
    await page.unroute(API);
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'See the work' })).toBeVisible();
    // The failed response must not be cached.
    await main(page).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(page)).toHaveText('Projects');
    await expectSameDocument(page);
  });
}

test('explains a lost connection and continues when it is back', async ({ page, context, trouble }) => {
  trouble.announce(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await hydratePage(page);
  await context.setOffline(true);
  // The error page checks once for a new release. If it got an answer after the connection is back, it would reload.
  const asked = page.waitForEvent('requestfailed', request => request.method() === 'HEAD');
  await main(page).getByRole('link', { name: 'Pricing' }).click();
  await expect(heading(page)).toHaveText('The page could not be loaded');
  await expect(page.getByText('Check the connection')).toBeVisible();
  await asked;
  await context.setOffline(false);
  await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('link', { name: 'See the work' })).toBeVisible();
  await main(page).getByRole('link', { name: 'Pricing' }).click();
  await expect(heading(page)).toHaveText('Pricing');
});
