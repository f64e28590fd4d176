import { expect, waitForHydration, test } from '../support/test.ts';

// Visitors read public forms before they fill them in, so their code loads at the first sign of intent. Serial, because
// a slot that one test holds would change the page of another.
test.describe.configure({ mode: 'serial' });

const forms = [
  { path: '/contact', label: 'Name' },
  { path: '/login', label: 'E-mail' },
  { path: '/register', label: 'Name' },
];

for (const { path, label } of forms) {
  test(`${path} loads scripts only on intent and then keeps every letter`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()));
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await expect(page.locator('html')).not.toHaveAttribute('data-app');
    const { promise: held, resolve: deliver } = Promise.withResolvers<void>();
    await page.route('**/assets/hydrate-*.js', async route => {
      await held;
      await route.continue();
    });
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    await page.keyboard.type('ada@site');
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
    deliver();
    await waitForHydration(page);
    await page.keyboard.type('.example');
    await expect(field).toHaveValue('ada@site.example');
    await expect(field).toBeFocused();
  });
}

test('/pricing/consultation loads scripts only on intent', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/pricing/consultation');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await page.getByRole('radio').first().focus();
  await waitForHydration(page);
});

test('keeps focus when arrow keys change consultation, hours and time zone', async ({ page }) => {
  await page.goto('/pricing/consultation?option=initial&zone=Asia%2FTokyo');
  const radios = page.getByRole('radio');
  await page.locator('input[name=option]:checked').focus();
  await waitForHydration(page);
  const before = await page.locator('input[name=option]:checked').getAttribute('value');
  await page.keyboard.press('ArrowDown');
  await expect(page).not.toHaveURL(/option=initial/);
  const after = await page.locator('input[name=option]:checked').getAttribute('value');
  expect(after).not.toBe(before);
  await expect(page.locator(`input[type=radio][value=${after}]`)).toBeFocused();
  expect(await radios.count()).toBeGreaterThan(2);

  await page.goto('/pricing/consultation?option=hourly&zone=Asia%2FTokyo');
  const hours = page.getByLabel('How many hours');
  await hours.focus();
  await waitForHydration(page);
  await hours.selectOption('2');
  await expect(page).toHaveURL(/hours=2/);
  await expect(hours).toBeFocused();
  const zone = page.getByLabel('Your time zone');
  await zone.focus();
  await zone.selectOption('Europe/Berlin');
  await expect(page).toHaveURL(/zone=Europe%2FBerlin/);
  await expect(zone).toBeFocused();
});

test('leads from a chosen time to the next step and focuses its heading', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto('/pricing/consultation?zone=Asia%2FTokyo');
  await page.locator('button[name="startsAt"]').first().focus();
  await waitForHydration(page);
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Your details' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page.getByLabel('Name', { exact: true })).toBeInViewport();
});

test('hydrates a form submitted early with its result and focuses the invalid field', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400|assets\/hydrate-/);
  const app = '**/assets/hydrate-*.js';
  await page.route(app, route => route.abort());
  await page.goto('/register');
  await page.getByLabel('E-mail').fill('ada@site.example');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Name is required$/);
  await page.unroute(app);
  await page.getByRole('button', { name: 'Register' }).click();
  await waitForHydration(page);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveValue('ada@site.example');
});
