import { VISITS_PATH } from '#features/insights/contract/visits-path.ts';
import type { Page } from '@playwright/test';
import {
  expect,
  expectNewDocument,
  expectSameDocument,
  holdRequests,
  hydratePage,
  markDocument,
  test,
  waitForHydration,
  waitForIdle,
  withMotion,
} from '../support/test.ts';

test.use(withMotion);

const API = '**/api/v1/**';
const APP = '**/assets/hydrate-*.js';
const FORM_PAGES = '**/assets/form-pages-*.js';
const PRICING_PAGE = '**/assets/PricingPage-*.js';
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const article = (page: Page, place: number) => page.getByRole('article').nth(place).getByRole('link').first();

async function goTo(page: Page, label: string, title = label): Promise<void> {
  await main(page).getByRole('link', { name: label }).click();
  await expect(heading(page)).toHaveText(title);
}

test('shows that a page is loading or why it failed to load, and reuses cached responses', async ({
  page,
  context,
  trouble,
}) => {
  trouble.announce(/\/api\/v1\//);
  trouble.announce(/ERR_INTERNET_DISCONNECTED/);
  const calls: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    // Each page view sends a visit beacon.
    if (pathname.startsWith('/api/v1/') && pathname !== VISITS_PATH) calls.push(request.url());
  });
  const spinner = page.getByRole('status', { name: 'Loading' });
  await page.goto('/');
  await hydratePage(page);
  await markDocument(page);

  await test.step('while data loads, it covers the screen', async () => {
    const deliver = await holdRequests(page, API);
    await expect(spinner).toBeHidden();
    await main(page).getByRole('link', { name: 'Blogs' }).click();
    await expect(spinner).toBeVisible();
    await expect.poll(() => spinner.evaluate(it => getComputedStyle(it).opacity)).toBe('1');
    expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    deliver();
    await expect(heading(page)).toHaveText('Blog');
    await expect(spinner).toBeHidden();
    await page.unroute(API);
  });

  await test.step('while code loads', async () => {
    const deliver = await holdRequests(page, PRICING_PAGE);
    await main(page).getByRole('link', { name: 'Pricing' }).click();
    await expect(spinner).toBeVisible();
    deliver();
    await expect(heading(page)).toHaveText('Pricing');
    await expect(spinner).toBeHidden();
    await page.unroute(PRICING_PAGE);
  });

  await test.step('responses are reused for the same page', async () => {
    const before = calls.length;
    await goTo(page, 'Projects');
    const after = calls.length;
    expect(after).toBeGreaterThan(before);
    await goTo(page, 'Blogs', 'Blog');
    await goTo(page, 'Projects');
    expect(calls.slice(after)).toEqual([]);
  });

  await test.step('a page loads even if a change discards the cache in the meantime', async () => {
    const options = '**/api/v1/login/passkey/options';
    const policy = '**/api/v1/password-policy';
    const [changed, read] = [page.waitForRequest(options), page.waitForRequest(policy)];
    const [deliverChange, deliverRead] = [await holdRequests(page, options), await holdRequests(page, policy)];
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await changed;
    await page.getByRole('link', { name: 'Register' }).click();
    await read;
    const done = page.waitForResponse(options);
    deliverChange();
    await done;
    deliverRead();
    await expect(heading(page)).toHaveText('Register');
    await page.unroute(options);
    await page.unroute(policy);
  });

  const goHome = async () => {
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'See the work' })).toBeVisible();
  };

  // Each opens a different post, because the data of a page is loaded only once a minute.
  for (const [place, kind, answer, title, sentence] of [
    [
      0,
      'no answer (FETCH_ERROR)',
      'abort',
      'This page couldn’t be loaded',
      'Can’t reach the site. Check your connection and try again.',
    ],
    [
      1,
      'no JSON (PARSING_ERROR)',
      { body: '<html>', contentType: 'text/html' },
      'This page couldn’t be loaded',
      'The site sent an invalid response. Try again in a moment.',
    ],
    [
      2,
      'a fault on the site',
      {
        status: 500,
        json: { error: { code: 'INTERNAL', message: 'Something broke.', fields: {}, requestId: 'r-4711' } },
      },
      'Something went wrong',
      'Request ID: r-4711',
    ],
  ] as const) {
    await test.step(kind, async () => {
      await goTo(page, 'Blogs', 'Blog');
      const post = article(page, place);
      const name = (await post.textContent()) ?? '';
      await page.route(API, route => (answer === 'abort' ? route.abort() : route.fulfill(answer)));
      await post.click();
      await expect(heading(page)).toHaveText(title);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(title));
      await expect(main(page)).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Go to the home page' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Try again' })).toBeVisible();
      await page.unroute(API);
      // The failed response must not be cached.
      await goTo(page, 'Blogs', 'Blog');
      await post.click();
      await expect(heading(page)).toHaveText(name);
    });
  }

  await test.step('a lost connection', async () => {
    await context.setOffline(true);
    // The error page checks once for a new release. If that check succeeded because the connection is back, it would
    // reload.
    const releaseCheck = page.waitForEvent('requestfailed', request => request.method() === 'HEAD');
    await goTo(page, 'About Me', 'This page couldn’t be loaded');
    await expect(page.getByText('Check your connection')).toBeVisible();
    await releaseCheck;
    await context.setOffline(false);
    await goHome();
    await goTo(page, 'About Me');
  });
  await expectSameDocument(page);
});

test('loads a document or keeps the server’s page when its code fails to load or must not replace it', async ({
  page,
  trouble,
}) => {
  trouble.announce(/PricingPage-.*\.js/);
  trouble.announce(/form-pages-.*\.js/);
  trouble.announce(/\/api\/v1\//);
  trouble.announce(/status (of )?4\d\d/);
  trouble.announce(/status (of )?405/);
  trouble.announce(/ERR_FAILED/);
  const html = page.locator('html');
  await page.goto('/');
  await hydratePage(page);

  await test.step('a release has replaced the code of a page', async () => {
    await markDocument(page);
    await page.route(PRICING_PAGE, route => route.fulfill({ status: 404 }), { times: 1 });
    await goTo(page, 'Pricing');
    await expect(page).toHaveURL('/pricing');
    await expectNewDocument(page);
  });

  await test.step('a release has replaced the code of the form routes', async () => {
    await hydratePage(page);
    await markDocument(page);
    await page.route(FORM_PAGES, route => route.fulfill({ status: 404 }), { times: 1 });
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(heading(page)).toHaveText('Login');
    await expect(page).toHaveURL('/login');
    await expectNewDocument(page);
  });

  await test.step('the data of a page failed to load, and is there on “Try again”', async () => {
    await page.goto('/blogs');
    await hydratePage(page);
    await markDocument(page);
    const post = article(page, 3);
    const name = (await post.textContent()) ?? '';
    await page.route(API, route => route.abort());
    await post.click();
    await expect(heading(page)).toHaveText('This page couldn’t be loaded');
    await page.unroute(API);
    await page.getByRole('main').getByRole('link', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText(name);
    await expectNewDocument(page);
  });

  await test.step('the code of a page fails to load', async () => {
    await page.route(PRICING_PAGE, route => route.fulfill({ status: 404 }));
    await page.goto('/pricing');
    const answered = page.waitForResponse(/PricingPage/);
    await page.getByRole('banner').getByRole('link').first().hover();
    await answered;
    await expect(html).toHaveClass(/without-app/);
    await expect(heading(page)).toHaveText('Pricing');
    await main(page).getByRole('link', { name: 'About' }).click();
    await expect(heading(page)).toHaveText('About Me');
  });

  await test.step('the data of a page fails to load, and is loaded at a later intent', async () => {
    const message = page.getByLabel('Message', { exact: true });
    await page.route(API, route => route.abort());
    await page.goto('/contact');
    const failed = page.waitForEvent('requestfailed', request => !request.url().endsWith(VISITS_PATH));
    await message.fill('A site for my bakery.');
    await failed;
    await expect(html).toHaveClass(/without-app/);
    await waitForIdle(page);
    await expect(heading(page)).not.toHaveText('This page couldn’t be loaded');
    await expect(message).toHaveValue('A site for my bakery.');
    await expect(html).not.toHaveAttribute('data-app');
    await page.unroute(API);
    await page.getByLabel('Name', { exact: true }).focus();
    await waitForHydration(page);
    await expect(message).toHaveValue('A site for my bakery.');
    await expect(html).not.toHaveClass(/without-app/);
  });

  await test.step('the error page of a failed form submission', async () => {
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/about' });
      document.body.append(form);
      form.submit();
    });
    await expect(heading(page)).not.toHaveText('About Me');
    const title = (await heading(page).textContent()) ?? '';
    await page.getByRole('banner').getByRole('link').first().hover();
    await expect(html).toHaveClass(/without-app/);
    await waitForIdle(page);
    await expect(heading(page)).toHaveText(title);
  });

  await test.step('a form, which is sent without JavaScript', async () => {
    await page.route(FORM_PAGES, route => route.fulfill({ status: 404 }));
    const formPageResponse = page.waitForResponse(/form-pages/);
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).focus();
    await formPageResponse;
    await expect(html).toHaveClass(/without-app/);
    await expect(html).not.toHaveAttribute('data-app');
    await page.getByLabel('Email', { exact: true }).fill('nobody@site.example');
    await page.getByLabel('Password', { exact: true }).fill('tide-gauge-42');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
  });
});

test('keeps the result of a form submitted before hydration', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  trouble.announce(/\/assets\/hydrate-/);
  const email = `${crypto.randomUUID()}@site.example`;
  const name = page.getByLabel('Name', { exact: true });
  const submit = page.getByRole('button', { name: 'Register' });

  await test.step('a refusal, and the focus goes to the invalid field', async () => {
    await page.route(APP, route => route.abort());
    await page.goto('/register');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await submit.click();
    await expect(page.getByText('3 fields need your attention.')).toBeVisible();
    await page.unroute(APP);
    await submit.click();
    await waitForHydration(page);
    await expect(page.getByText('3 fields need your attention.')).toBeVisible();
    await expect(name).toHaveAccessibleDescription(/Name is required$/);
    await expect(name).toBeFocused();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  });

  await test.step('a success, when loading the app first failed', async () => {
    await page.route(APP, route => route.abort());
    await page.goto('/register');
    await name.fill('Grace Murray');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill('tide-gauge-42');
    await page.getByLabel('Confirm Password').fill('tide-gauge-42');
    await submit.click();
    const sent = page.getByText(`We’ve sent a link to ${email}.`);
    await expect(sent).toBeVisible();
    await page.unroute(APP);
    await hydratePage(page);
    await expect(sent).toBeVisible();
  });
});
