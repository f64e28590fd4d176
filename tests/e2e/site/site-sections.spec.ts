import {
  expect,
  holdRequests,
  listAbortedChanges,
  waitForHydration,
  testOnOwnSite,
  site,
  type TestUser,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner('Ada Byron');
});

test('previews the headline while typing and publishes it when saved', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/site');
  await page.getByRole('link', { name: 'Profile and banner' }).click();
  const headline = page.getByLabel('Headline', { exact: true });
  const preview = page.frameLocator('iframe[data-shown]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(/I build websites/);
  await headline.fill('Engines that weave');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Engines that weave');
  await expect(page.getByText('Not saved yet.')).toBeVisible();

  await page.getByLabel('Name', { exact: true }).fill('');
  await expect(page.getByText('Waits until everything can be saved')).toBeVisible();
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Engines that weave');
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Engines that weave');
});

test('sorts skills by keyboard, removes and restores them', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/site/skills');
  await waitForHydration(page);
  const skills = page.getByLabel('Skill', { exact: true });
  await expect(skills.first()).toHaveValue('TypeScript');
  const down = page.getByRole('button', { name: 'Move TypeScript down' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(skills.first()).toHaveValue('React');
  await expect(down).toBeFocused();
  await expect(page.getByText('TypeScript is now 2 of 10.')).toBeAttached();

  await page.getByRole('button', { name: 'Remove Docker' }).click();
  await expect(skills).toHaveCount(9);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(skills).toHaveCount(10);
  await page.getByRole('button', { name: 'Add skill' }).click();
  await expect(skills.last()).toBeFocused();
  await skills.last().fill('Analysis');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await page.goto('/about');
  const shown = page.getByRole('region', { name: 'Skills' }).getByRole('listitem');
  await expect(shown.first()).toContainText('React');
  await expect(shown.filter({ hasText: 'Analysis' })).toBeVisible();
});

test('applies a saved accent everywhere and keeps an unsaved one as a draft', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/appearance');
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'Amber' }).check();
  const preview = page.frameLocator('iframe[data-shown]');
  const hue = () => getComputedStyle(document.documentElement).getPropertyValue('--accent-hue').trim();
  // The next preview may replace a frame while it is being evaluated.
  await expect.poll(() => preview.locator('html').evaluate(hue).catch(String)).toBe('75');

  await page.getByRole('link', { name: 'Site content' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site content');
  await page.goBack();
  await expect(page.getByText('What you had not saved is back.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Amber' })).toBeChecked();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
  await page.goto('/pricing');
  expect(await page.evaluate(hue)).toBe('75');
});

test('goes back at once after leaving with unsaved changes', async ({ page, context }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/appearance');
  await waitForHydration(page);
  await page.getByRole('radio', { name: 'Rose' }).check();
  await page.getByRole('link', { name: 'Site content' }).click();
  // Goes back as soon as the next page is in the document, before React has cleaned up the page that was left.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== 'Site content') return;
      observer.disconnect();
      history.back();
      const end = performance.now() + 300;
      while (performance.now() < end);
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('What you had not saved is back.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Rose' })).toBeChecked();
});

test('prevents two windows from overwriting each other', async ({ page, context, trouble }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/site/hobbies');
  await waitForHydration(page);
  const other = await context.newPage();
  await other.goto('/dashboard/site/hobbies');
  await waitForHydration(other);
  await page.getByLabel('Hobby').first().fill('Chess');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();

  trouble.announce(/status 409/);
  trouble.announce(/console error: .*409/);
  await other.getByLabel('Hobby').first().fill('Backgammon');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByRole('alert')).toContainText('changed in another window');
  await expect(other.getByLabel('Hobby').first()).toHaveValue('Backgammon');
  await other.getByRole('button', { name: 'Save my version' }).click();
  await expect(other.getByText('Everything is saved.')).toBeVisible();
  await page.goto('/about');
  await expect(page.getByText('Backgammon')).toBeVisible();
});

test('adds, highlights and hides a plan on the pricing page', async ({ page, context, trouble }) => {
  trouble.announce(/status 400/);
  trouble.announce(/status of 400/);
  await site.signIn(context, owner);
  await page.goto('/dashboard/pricing');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Add plan' }).click();
  await page.getByLabel('Name').fill('Landing');
  await page.getByLabel('Price', { exact: true }).fill('4,99');
  await page.getByLabel('In a few words').fill('One page in three days');
  await page.getByLabel('Description').fill('A page that says what you do.');
  await page.getByLabel('What is in it').fill('One page\nYour own words');
  await page.getByLabel('Days until delivery').fill('3');
  await page.getByLabel('What the client supplies').fill('A paragraph');
  await page.getByRole('button', { name: 'Add plan' }).click();
  await expect(page.getByText('Write a plain amount in USD')).toBeVisible();
  await expect(page.getByLabel('What is in it')).toHaveValue('One page\nYour own words');
  await page.getByLabel('Price', { exact: true }).fill('$299');
  await page.getByRole('button', { name: 'Add plan' }).click();
  await expect(page.getByText('Landing is added.')).toBeVisible();

  const plans = page.getByRole('region', { name: 'Plans' });
  const names = plans.getByRole('heading', { level: 3 });
  await expect(names).toHaveText(['Starter', 'Growth', 'Business', 'Elite', 'Landing']);
  const up = page.getByRole('button', { name: 'Move Landing up' });
  await up.focus();
  const aborted = listAbortedChanges(page);
  const release = await holdRequests(page, '**/pricing/orders/**');
  for (let step = 0; step < 4; step++) await page.keyboard.press('Enter');
  release();
  await expect(plans.getByText('Landing is now 1 of 5.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Landing down' })).toBeFocused();
  await expect(names).toHaveText(['Landing', 'Starter', 'Growth', 'Business', 'Elite']);
  const reader = await context.newPage();
  const columns = reader.getByRole('region', { name: 'Plans' }).getByRole('heading', { level: 3 });
  // The new order is shown before its last change is saved.
  await expect(async () => {
    await reader.goto('/pricing');
    await expect(columns).toHaveText(['Landing', 'Starter', 'Growth', 'Business', 'Elite'], { timeout: 1000 });
  }).toPass();
  expect(aborted).toEqual([]);
  await expect(reader.locator('#plan-landing')).toContainText('3 days after the deposit');

  // A background page renders no frames, which clicks wait for.
  await page.bringToFront();
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Landing' }).click();
    await page.getByRole('button', { name }).and(page.locator(':visible')).click();
  };
  await choose('Hide from readers');
  await expect(page.getByText('Readers do not see it any more.')).toBeVisible();
  await reader.reload();
  await expect(columns).toHaveText(['Starter', 'Growth', 'Business', 'Elite']);
  await choose('Delete for good');
  await page
    .getByRole('dialog', { name: 'Delete “Landing”?' })
    .getByRole('button', { name: 'Delete for good' })
    .click();
  await expect(names).toHaveText(['Starter', 'Growth', 'Business', 'Elite']);

  await page.goto('/dashboard/update-pricing/terms');
  await waitForHydration(page);
  const first = page.getByRole('region', { name: /deposit/ });
  await first.getByLabel('Deposit').fill('40');
  await expect(first).toContainText('I start a project after a deposit of 40% has been paid.');
  await first.getByLabel('Text').fill('Pay {deposits} first.');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Pay {deposits} first.');
  await expect(first).toContainText('There is no figure {deposits}.');
  await page.getByRole('link', { name: 'Pricing' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('link', { name: 'Edit terms and figures' }).click();
  await expect(page.getByText('What you had not saved is back.')).toBeVisible();
  await expect(first.getByLabel('Deposit')).toHaveValue('40');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(first.getByLabel('Deposit')).toHaveValue('50');
});

test('removes and restores the sample content', async ({ page, context }) => {
  test.slow();
  await site.signIn(context, owner);
  await page.goto('/dashboard/settings');
  await waitForHydration(page);
  await page.getByRole('checkbox', { name: /Yes, take all of this off/ }).check();
  const remove = page.getByRole('button', { name: 'Remove sample content' });
  const danger = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.className = 'text-danger';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  expect(
    await remove.evaluate(button => {
      const { color, backgroundColor, borderTopColor } = getComputedStyle(button);
      return [color, backgroundColor, borderTopColor];
    }),
  ).toContain(danger);
  await remove.click();
  await expect(page.getByText('There is no sample content on the site.')).toBeVisible();
  const home = await context.newPage();
  await home.goto('/');
  await expect(home.getByRole('region', { name: 'Writing' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Load sample content' }).click();
  await expect(page.getByRole('button', { name: 'Remove sample content' })).toBeVisible({ timeout: 30_000 });
  await home.reload();
  await expect(home.getByRole('region', { name: 'Writing' })).toBeVisible();
});
