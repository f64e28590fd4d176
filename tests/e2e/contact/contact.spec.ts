import { checkAppearance } from '../support/visual-checks.ts';
import {
  expect,
  hydratePage,
  navigateInApp,
  site,
  tabTo,
  testOnOwnSite,
  type TestUser,
  waitForHydration,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

const templates = async (address: string) =>
  (await site.query('select template from emails where to_email = $1 order by sequence', [address])).map(
    ({ template }) => template,
  );

test('a long link in a message leaves the page as narrow as the phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/contact');
  await hydratePage(page);
  await page.getByLabel('Message', { exact: true }).fill(`See https://docs.example/${'d'.repeat(60)}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('writes a message once by keyboard, which the owner answers and deletes', async ({ page, context, trouble }) => {
  // Includes visual checks of three pages.
  test.slow();
  trouble.announce(/status (of )?400/);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await test.step('writes a message, which survives a reload', async () => {
    await page.goto('/contact');
    await hydratePage(page);
    await tabTo(page, field('Name'));
    await page.keyboard.type('Noor Haddad');
    // The hidden honeypot field is not a tab stop.
    const stops = ['Email', 'Subject', 'Budget (optional)', 'Message'];
    const words = ['noor@site.example', '', '', 'For three harbors.'];
    for (const [place, label] of stops.entries()) {
      await page.keyboard.press('Tab');
      await expect(field(label)).toBeFocused();
      await page.keyboard.insertText(words[place] ?? '');
    }
    await page.reload();
    await waitForHydration(page);
    // The draft is restored.
    await expect(field('Message')).toHaveValue('For three harbors.');
  });

  await test.step('shows errors on the fields', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Send message' }));
    await page.keyboard.press('Enter');
    await expect(field('Subject')).toBeFocused();
    await expect(field('Subject')).toHaveAccessibleDescription(/Enter a subject/);
    await expect(field('Message')).toHaveValue('For three harbors.');
    await checkAppearance(page, 'the contact form');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('sends the message and its file once', async () => {
    await field('Subject').fill('Tide tables');
    await page.getByLabel('File (optional)').setInputFiles({
      name: 'tides.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n'),
    });
    // A double click sends it only once, even if the button is enabled in between.
    const button = page.getByRole('button', { name: 'Send message' });
    await button.evaluate((element: HTMLButtonElement) => {
      const press = () => element.disabled || element.click();
      new MutationObserver(press).observe(element, { attributes: true, attributeFilter: ['disabled'] });
    });
    await button.dblclick();
    await expect(page.getByRole('heading', { name: 'Your message was sent.' })).toBeFocused();
    expect(await site.query('select spam_check, state, file_size_bytes::int from contact_messages')).toEqual([
      { spam_check: 'proof_of_work', state: 'new', file_size_bytes: 9 },
    ]);
    expect(await templates('noor@site.example')).toEqual(['contact_message_confirmation']);
    await page.getByRole('link', { name: 'Send another message' }).press('Enter');
    await expect(field('Message')).toHaveValue('');
  });

  await test.step('the owner replies and deletes it', async () => {
    await site.signIn(context, owner);
    await navigateInApp(page, '/dashboard');
    await expect(page.getByText('1 message to answer')).toBeVisible();
    const inMenu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /^Inbox/ });
    await expect(inMenu).toHaveAccessibleName('Inbox 1 unread');
    await page.getByRole('link', { name: 'Open inbox' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Unread: Tide tables' })).toBeVisible();
    await checkAppearance(page, 'the inbox');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Unread: Tide tables' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Tide tables' })).toBeFocused();
    await expect(inMenu).toHaveAccessibleName('Inbox');
    await page.getByLabel('Your reply').press('Control+End');
    await page.keyboard.insertText('Yes, gladly.');
    await page.getByRole('button', { name: 'Send reply' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Reply sent.' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Message and replies' })).toContainText('Yes, gladly.');
    await expect(page.getByLabel('Your reply')).toHaveValue('');
    expect(await templates('noor@site.example')).toEqual(['contact_message_confirmation', 'contact_reply']);
    await checkAppearance(page, 'a message in the inbox');
    await page.locator('summary', { hasText: 'Delete permanently' }).press('Enter');
    await page.getByLabel('Type “Noor Haddad” to confirm').fill('Noor Haddad');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Message deleted' })).toBeVisible();
    await expect(page.getByText('Your inbox is empty.')).toBeVisible();
    // The deleted message is no longer in the browser's history.
    await page.goBack();
    await expect(page).toHaveURL('/dashboard/inbox?state=new');
    await expect(page.getByText('No messages match your filters.')).toBeVisible();
  });
});

test('the owner adds a sender as a client and starts a quote', async ({ page, context }) => {
  const [message] = await site.query(
    `insert into contact_messages (name, email, subject, body, state, spam_check, received_at)
    values ('Noor Haddad', 'noor@quay.example', 'A new site', 'Hello', 'new', 'proof_of_work', now()) returning id`,
  );
  const path = `/dashboard/inbox/${String(message?.id)}`;
  await site.signIn(context, owner);
  await page.goto(path);
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Add as client' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Noor Haddad');
  await expect(page.getByLabel('Email addresses (optional)')).toHaveValue('noor@quay.example');
  await page.getByRole('button', { name: 'Add client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Noor Haddad' })).toBeVisible();
  await page.goto(path);
  await waitForHydration(page);
  await page.getByRole('link', { name: 'New quote' }).click();
  await expect(page.getByText('For Noor Haddad')).toBeVisible();
  await page.goto(path);
  await waitForHydration(page);
  await page.getByRole('complementary').getByRole('link', { name: 'Noor Haddad' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Noor Haddad' })).toBeVisible();
});

test('a confirmation to delete a message does not count for another one of its sender', async ({ page, context }) => {
  const messages = await site.query(
    `insert into contact_messages (name, email, subject, body, state, spam_check, received_at)
    select 'Ida Reef', 'ida@reef.example', subject, 'Hello', 'new', 'proof_of_work', now()
    from unnest('{The first,The second}'::text[]) subject returning id`,
  );
  await site.signIn(context, owner);
  await page.goto(`/dashboard/inbox/${String(messages[0]?.id)}`);
  await waitForHydration(page);
  await page.locator('summary', { hasText: 'Delete permanently' }).click();
  const confirmation = page.getByLabel('Type “Ida Reef” to confirm');
  await confirmation.fill('Ida Reef');
  await page.getByRole('link', { name: 'The second' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The second' })).toBeVisible();
  await expect(confirmation).toBeHidden();
  await expect(confirmation).toHaveValue('');
});
