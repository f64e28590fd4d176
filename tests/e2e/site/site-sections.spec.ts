import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type Page as ParsedPage, parsePage, textOf } from '../../support/page-html.ts';
import { findHorizontalOverflow } from '../support/audits.ts';
import { createApiClient } from '../support/api-client.ts';
import {
  expect,
  holdRequests,
  listAbortedChanges,
  navigateInApp,
  site,
  testOnOwnSite,
  type TestUser,
  waitForHydration,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner('Ada Byron');
});

/** Returns the HTML of a public page without opening it. */
async function readPage(page: Page, path: string): Promise<ParsedPage> {
  const answer = await page.request.get(path);
  expect(answer.status(), path).toBe(200);
  return parsePage(await answer.text());
}

const headings = (parsed: ParsedPage) => parsed.all('h2').map(heading => textOf(heading).trim());

test('previews, saves and protects the texts and looks of the site', async ({ page, context, trouble }) => {
  test.slow();
  await site.signIn(context, owner);
  await page.goto('/dashboard/site');
  await waitForHydration(page);
  const preview = page.frameLocator('iframe[data-shown]');
  const save = async () => {
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('All changes saved.')).toBeVisible();
  };

  await test.step('the headline is previewed while typing and published when saved', async () => {
    await page.getByRole('link', { name: 'Profile and banner' }).click();
    const headline = preview.getByRole('heading', { level: 1 });
    await expect(headline).toHaveText(/I build websites/);
    await page.getByLabel('Headline', { exact: true }).fill('Engines that weave');
    await expect(headline).toHaveText('Engines that weave');
    await expect(page.getByText('Unsaved changes.')).toBeVisible();

    await page.getByLabel('Name', { exact: true }).fill('');
    await expect(page.getByText('Fix the errors to update the preview')).toBeVisible();
    await expect(headline).toHaveText('Engines that weave');
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
    await save();
    await expect.poll(async () => (await readPage(page, '/')).text('h1')).toBe('Engines that weave');
  });

  await test.step('skills are sorted by keyboard, removed and restored', async () => {
    await navigateInApp(page, '/dashboard/site/skills');
    const skills = page.getByLabel('Skill', { exact: true });
    await expect(skills.first()).toHaveValue('TypeScript');
    const down = page.getByRole('button', { name: 'Move TypeScript down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(skills.first()).toHaveValue('React');
    await expect(down).toBeFocused();
    await expect(page.getByText('TypeScript moved to position 2 of 10.')).toBeAttached();

    await page.getByRole('button', { name: 'Remove Docker' }).click();
    await expect(skills).toHaveCount(9);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(skills).toHaveCount(10);
    await page.getByRole('button', { name: 'Add skill' }).click();
    await expect(skills.last()).toBeFocused();
    await skills.last().fill('Analysis');
    await save();
    const shown = async () => {
      const sections = (await readPage(page, '/about')).all('section').map(section => textOf(section));
      return sections.find(text => text.startsWith('Skills'));
    };
    await expect.poll(shown).toContain('Analysis');
    expect(await shown()).toMatch(/React.*TypeScript/s);
  });

  await test.step('a section that was changed elsewhere is overwritten only on request', async () => {
    await navigateInApp(page, '/dashboard/site/hobbies');
    const hobby = page.getByLabel('Hobby').last();
    const api = createApiClient(page.request, site.url);
    const { version, value } = await api('GET', '/site/sections/hobbies');
    const [first, ...others] = value as Record<string, string>[];
    await api('PUT', '/site/sections/hobbies', { version, value: [{ ...first, name: 'Chess' }, ...others] });

    trouble.announce(/status 409/);
    trouble.announce(/console error: .*409/);
    await hobby.fill('Backgammon');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('alert')).toContainText('changed in another tab');
    await expect(page.getByRole('button', { name: 'Save my version' })).toBeInViewport();
    await expect(hobby).toHaveValue('Backgammon');
    await page.getByRole('button', { name: 'Save my version' }).click();
    await expect(page.getByText('All changes saved.')).toBeVisible();
    await expect.poll(async () => (await readPage(page, '/about')).text('main')).toContain('Backgammon');
  });

  const restored = page.getByText('Unsaved changes restored.');
  const leave = page.getByRole('dialog').getByRole('button', { name: 'Leave page' });
  const hue = () => getComputedStyle(document.documentElement).getPropertyValue('--accent-hue').trim();

  await test.step('an unsaved accent is previewed and kept as a draft', async () => {
    await navigateInApp(page, '/dashboard/appearance');
    await page.getByRole('radio', { name: 'Amber' }).check();
    // The next preview may replace a frame while it is being evaluated.
    await expect.poll(() => preview.locator('html').evaluate(hue).catch(String)).toBe('75');
    await page.getByRole('link', { name: 'Site content' }).click();
    await leave.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site content');
    await page.goBack();
    await expect(restored).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Amber' })).toBeChecked();
  });

  await test.step('going back immediately after leaving also restores it', async () => {
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
    await leave.click();
    await expect(restored).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Rose' })).toBeChecked();
  });

  await test.step('a logo is chosen from the library with its alt text', async () => {
    await page.getByRole('button', { name: 'Choose image: Logo' }).click();
    const search = page.getByRole('dialog').getByRole('searchbox');
    await search.fill('lectern');
    await search.press('Enter');
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
    await page.getByRole('dialog').getByRole('listitem').getByRole('button').click();
    await page.getByRole('textbox', { name: 'Alt text', exact: true }).fill('Byron Engines');
    await page.getByRole('button', { name: 'Use this image' }).click();
    await expect(page.getByRole('button', { name: 'Change image: Logo' })).toBeFocused();
    await expect(page.getByLabel('Logo alt text')).toHaveValue('Byron Engines');
    await page.getByRole('button', { name: 'Change image: Logo' }).click();
    const buffer = await sharp({ create: { width: 1200, height: 120, channels: 3, background: '#35a' } })
      .png()
      .toBuffer();
    const upload = page.getByRole('dialog').getByLabel('Upload image');
    await upload.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer });
    await page.getByLabel('This image is decorative').check();
    await page.getByRole('button', { name: 'Use this image' }).click();
    await expect(page.getByLabel('Logo alt text'), 'the alt text of another image').toHaveValue('');
    await page.getByLabel('Logo alt text').fill('Byron Engines');
  });

  await test.step('a saved accent and logo apply everywhere', async () => {
    await page.getByRole('radio', { name: 'Amber' }).check();
    await save();
    await page.goto('/pricing');
    await expect(page.getByRole('banner').getByRole('img', { name: 'Byron Engines' })).toBeVisible();
    expect(await page.evaluate(hue)).toBe('75');
    // The wide logo leaves room for the buttons on a phone.
    await page.setViewportSize({ width: 360, height: 780 });
    await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(360);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    const menu = await page.getByRole('banner').getByRole('button', { name: 'Open navigation menu' }).boundingBox();
    expect(menu?.width).toBeGreaterThanOrEqual(44);
  });
});

test('adds, sorts and hides a plan, and removes and restores the sample content', async ({
  page,
  context,
  trouble,
}) => {
  test.slow();
  trouble.announce(/status 400/);
  trouble.announce(/status of 400/);
  await site.signIn(context, owner);
  await page.goto('/dashboard/pricing');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Add plan' }).click();
  await page.getByLabel('Name').fill('Landing');
  await page.getByLabel('Price', { exact: true }).fill('4,9999');
  await page.getByLabel('Tagline').fill('One page in three days');
  await page.getByLabel('Description').fill('A page that says what you do.');
  await page.getByLabel('What’s included').fill('One page\nYour own words');
  await page.getByLabel('Days until delivery').fill('3');
  await page.getByLabel('What the client provides').fill('A paragraph');
  await page.getByRole('button', { name: 'Add plan' }).click();
  await expect(page.getByText('Enter an amount in USD')).toBeVisible();
  await expect(page.getByLabel('What’s included')).toHaveValue('One page\nYour own words');
  await page.getByLabel('Price', { exact: true }).fill('$299');
  await page.getByRole('button', { name: 'Add plan' }).click();
  await expect(page.getByText('Landing added')).toBeVisible();

  const plans = page.getByRole('region', { name: 'Plans' });
  const names = plans.getByRole('heading', { level: 3 });
  await expect(names).toHaveText(['Starter', 'Growth', 'Business', 'Elite', 'Landing']);
  const up = page.getByRole('button', { name: 'Move Landing up' });
  await up.focus();
  const aborted = listAbortedChanges(page);
  const release = await holdRequests(page, '**/pricing/orders/**');
  for (let step = 0; step < 4; step++) await page.keyboard.press('Enter');
  const firstPlans = await plans.getByRole('list').evaluateHandle(list => {
    const seen = new Set<string | undefined>();
    const note = () => seen.add(list.querySelector('h3')?.textContent);
    new MutationObserver(note).observe(list, { childList: true });
    note();
    return seen;
  });
  release();
  await expect(plans.getByText('Landing moved to position 1 of 5.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Landing down' })).toBeFocused();
  await expect(names).toHaveText(['Landing', 'Starter', 'Growth', 'Business', 'Elite']);
  /** Returns the plans on the pricing page, in order. */
  const columns = async () => {
    const headers = (await readPage(page, '/pricing'))
      .all('th')
      .filter(({ properties }) => properties.id !== undefined);
    return headers.map(({ children: [name] }) => textOf(name));
  };
  // The new order is shown before its last change is saved.
  await expect.poll(columns).toEqual(['Landing', 'Starter', 'Growth', 'Business', 'Elite']);
  expect(aborted).toEqual([]);
  expect(await firstPlans.evaluate(seen => [...seen]), 'the list shows no earlier order').toEqual(['Landing']);
  const delivery = (await readPage(page, '/pricing'))
    .all('tr')
    .map(textOf)
    .find(row => row.startsWith('Expected'));
  expect(delivery).toMatch(/^Expected delivery after the deposit3 days2 weeks/);

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Landing' }).click();
    await page.getByRole('button', { name }).and(page.locator(':visible')).click();
  };
  await choose('Hide from the site');
  await expect(page.getByText('Offer hidden from the site')).toBeVisible();
  await expect.poll(columns).toEqual(['Starter', 'Growth', 'Business', 'Elite']);
  await choose('Delete permanently');
  await page
    .getByRole('dialog', { name: 'Delete “Landing”?' })
    .getByRole('button', { name: 'Delete permanently' })
    .click();
  await expect(names).toHaveText(['Starter', 'Growth', 'Business', 'Elite']);

  await navigateInApp(page, '/dashboard/update-pricing/terms');
  const first = page.getByRole('region', { name: /deposit/ });
  await first.getByLabel('Deposit').fill('40');
  await expect(first).toContainText('I start a project after a deposit of 40% has been paid.');
  await first.getByLabel('Text', { exact: true }).fill('Pay {deposits} first.');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Pay {deposits} first.');
  await expect(first).toContainText('{deposits} isn’t a variable.');
  await page.getByRole('link', { name: 'Pricing' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click();
  await page.getByRole('link', { name: 'Payment terms' }).click();
  await expect(page.getByText('Unsaved changes restored.')).toBeVisible();
  await expect(first.getByLabel('Deposit')).toHaveValue('40');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(first.getByLabel('Deposit')).toHaveValue('50');

  await test.step('removes and restores the sample content', async () => {
    await navigateInApp(page, '/dashboard/settings');
    await page.getByRole('checkbox', { name: /^Remove all of this/ }).check();
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
    await expect(page.getByText('Your site has no sample content.')).toBeVisible();
    const home = async () => headings(await readPage(page, '/'));
    await expect.poll(home).not.toContain('Writing');
    await page.getByRole('button', { name: 'Add sample content' }).click();
    await expect(page.getByRole('button', { name: 'Remove sample content' })).toBeVisible({ timeout: 30_000 });
    await expect.poll(home).toContain('Writing');
  });
});

test('keeps the place in a section after saving, and errors at their entry', async ({ page, context, trouble }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/site/certificates');
  await waitForHydration(page);
  const done = page.getByText('All changes saved.');

  await test.step('the field in which Enter saves keeps the focus', async () => {
    const title = page.getByLabel('Title').first();
    await expect(page.getByText('This is sample content.')).toBeVisible();
    await page.locator('summary').first().click();
    await title.fill('Bernoulli numbers');
    await title.press('Enter');
    await expect(page.getByText('Changes saved', { exact: true })).toBeVisible();
    await expect(done).toBeVisible();
    await expect(title).toBeFocused();
    await expect(page.getByText('This is sample content.')).toBeHidden();
  });

  await test.step('a moved entry keeps its error', async () => {
    trouble.announce(/status 400/);
    trouble.announce(/console error: .*400/);
    const rows = page.locator('form ol > li');
    await page.getByLabel('Title').first().fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(rows.nth(0).getByText('Some fields need your attention')).toBeVisible();
    await rows
      .nth(0)
      .getByRole('button', { name: /^Move .* down$/ })
      .click();
    await expect(rows.nth(1).getByText('Some fields need your attention')).toBeVisible();
    await expect(rows.nth(0).getByText('Some fields need your attention')).toHaveCount(0);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(rows.nth(1).getByLabel('Title')).toBeFocused();
    await rows.nth(1).getByLabel('Title').fill('Bernoulli numbers');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(done).toBeVisible();
  });
});

test('says that the preview failed, and offers no undo after leaving', async ({ page, context, trouble }) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/site/skills');
  await waitForHydration(page);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();

  trouble.announce(/dashboard\/preview/);
  await page.route('**/dashboard/preview', route => route.abort());
  await page.getByRole('button', { name: 'Remove React' }).click();
  await expect(page.getByText('Couldn’t update the preview')).toBeVisible();
  await expect(page.locator('iframe[data-shown]')).toBeVisible();

  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await page.getByRole('link', { name: 'Site content' }).click();
  await page.getByRole('button', { name: 'Leave page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site content');
  await expect(undo).toBeHidden({ timeout: 2000 });
});
