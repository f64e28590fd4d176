import type { Page } from '@playwright/test';
import { checkAppearance } from '../support/visual-checks.ts';
import { expect, tabTo, waitForHydration, hydratePage, testOnOwnSite, site, type TestUser } from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
let lin: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
  lin = await site.addMember('Lin Osei');
});

const arrived = (page: Page) => page.getByRole('heading', { name: 'Your message has arrived.' });
const templates = async (address: string) =>
  (await site.query('select template from emails where to_email = $1 order by sequence', [address])).map(
    ({ template }) => template,
  );

test('writes, checks, answers and deletes a message by keyboard', async ({ page, context, browser, trouble }) => {
  // Three pages are checked on the way.
  test.slow();
  await test.step('writes a message, which survives a reload', async () => {
    await page.goto('/contact');
    await hydratePage(page);
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Noor Haddad');
    // The hidden honeypot field is not a tab stop.
    const stops = ['E-mail', 'Subject', 'Budget (optional)', 'Message'];
    const words = ['noor@site.example', 'Tide tables', '', 'For three harbors.'];
    for (const [place, label] of stops.entries()) {
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(label, { exact: true })).toBeFocused();
      await page.keyboard.type(words[place] ?? '');
    }
    await page.reload();
    await waitForHydration(page);
    // The draft is restored.
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('For three harbors.');
    await tabTo(page, page.getByRole('button', { name: 'Send the message' }));
    await page.keyboard.press('Enter');
    await expect(arrived(page)).toBeFocused();
    const [kept] = await site.query('select id, spam_check, state from contact_messages');
    expect(kept).toMatchObject({ spam_check: 'proof_of_work', state: 'new' });
    expect(await templates('noor@site.example')).toEqual(['contact_message_confirmation']);
    await page.getByRole('link', { name: 'Write another message' }).press('Enter');
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  });

  await test.step('the owner answers and deletes it', async () => {
    const office = await browser.newContext({ baseURL: site.url });
    await site.signIn(office, owner);
    const ownerPage = await office.newPage();
    await ownerPage.goto('/dashboard');
    await waitForHydration(ownerPage);
    await expect(ownerPage.getByText('1 message waits for your answer')).toBeVisible();
    const inMenu = ownerPage.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /^Inbox/ });
    await expect(inMenu).toHaveAccessibleName('Inbox 1 unread');
    await ownerPage.getByRole('link', { name: 'Read it' }).press('Enter');
    await expect(ownerPage.getByRole('link', { name: 'Unread: Tide tables' })).toBeVisible();
    await checkAppearance(ownerPage, 'the inbox');
    await ownerPage.setViewportSize({ width: 1440, height: 900 });
    await ownerPage.getByRole('link', { name: 'Unread: Tide tables' }).press('Enter');
    await expect(ownerPage.getByRole('heading', { level: 1, name: 'Tide tables' })).toBeFocused();
    await expect(inMenu).toHaveAccessibleName('Inbox');
    await ownerPage.getByLabel('Your answer').press('Control+End');
    await ownerPage.keyboard.type('Yes, gladly.');
    await ownerPage.getByRole('button', { name: 'Send the answer' }).press('Enter');
    await expect(ownerPage.getByRole('status').filter({ hasText: 'Your answer is on its way.' })).toBeVisible();
    await expect(ownerPage.getByRole('list', { name: 'The message and its answers' })).toContainText('Yes, gladly.');
    await expect(ownerPage.getByLabel('Your answer')).toHaveValue('');
    expect(await templates('noor@site.example')).toEqual(['contact_message_confirmation', 'contact_reply']);
    await checkAppearance(ownerPage, 'a message in the inbox');
    await ownerPage.getByText('Delete for good').first().press('Enter');
    await ownerPage.getByLabel('Type “Noor Haddad” to make sure').fill('Noor Haddad');
    await ownerPage.keyboard.press('Enter');
    await expect(ownerPage.getByRole('status').filter({ hasText: 'deleted for good' })).toBeVisible();
    await expect(ownerPage.getByText('Nothing waits here.')).toBeVisible();
    await office.close();
  });

  await test.step('shows errors on the fields', async () => {
    trouble.announce(/status (of )?400/);
    await page.getByLabel('Name', { exact: true }).fill('Lin Osei');
    await page.getByLabel('E-mail', { exact: true }).fill(lin.email);
    await page.getByLabel('Message', { exact: true }).fill('A word.');
    await page.getByRole('button', { name: 'Send the message' }).click();
    await expect(page.getByLabel('Subject')).toBeFocused();
    await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/Say in a few words/);
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('A word.');
    await checkAppearance(page, 'the contact form');
  });

  await test.step('sends a message and its file once', async () => {
    await page.getByLabel('Subject').fill('Tides');
    await page.getByLabel('File (optional)').setInputFiles({
      name: 'tides.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n'),
    });
    // A double click sends it only once, and so does a press whenever the button is enabled in between.
    const button = page.getByRole('button', { name: 'Send the message' });
    await button.evaluate((element: HTMLButtonElement) => {
      const press = () => element.disabled || element.click();
      new MutationObserver(press).observe(element, { attributes: true, attributeFilter: ['disabled'] });
    });
    await button.dblclick();
    await expect(arrived(page)).toBeVisible();
    const rows = await site.query('select file_size_bytes::int from contact_messages where email = $1', [lin.email]);
    expect(rows).toEqual([{ file_size_bytes: 9 }]);
  });

  await test.step('knows the signed-in user', async () => {
    await site.signIn(context, lin);
    const html = await (await context.request.get('/contact')).text();
    for (const value of [lin.name, lin.email]) expect(html).toContain(`value="${value}"`);
  });
});
