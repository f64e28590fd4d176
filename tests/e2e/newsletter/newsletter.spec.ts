import type { Page } from '@playwright/test';
import { createApiClient } from '../support/api-client.ts';
import { findHorizontalOverflow, listAxeViolations } from '../support/audits.ts';
import {
  expect,
  expectSameDocument,
  loseResponse,
  markDocument,
  tabTo,
  type TestUser,
  waitForHydration,
  testOnOwnSite,
  site,
} from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});

/** Returns the link of this kind in the newest email to an address. */
async function linkTo(email: string, kind: 'confirm' | 'preferences'): Promise<string> {
  return new RegExp(`/newsletter/${kind}/[\\w.-]+`).exec(await site.latestEmail(email))?.[0] ?? '';
}

async function expectNoOverflowOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 });
  // Layout follows a moment after the browser reports the new width.
  await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(360);
  await expect.poll(() => findHorizontalOverflow(page), page.url()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a reader subscribes, confirms, sets preferences and unsubscribes by keyboard', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  const email = 'edna@reader.example';
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  const field = footer.getByLabel('New posts and news by email');
  await footer.getByRole('navigation').getByRole('link').last().focus();
  await tabTo(page, field, 1);
  // The browser's own validation rejects an invalid address.
  await page.keyboard.type('edna');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('@reader.example');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Check your inbox');
  await page.goto(await linkTo(email, 'confirm'));
  await waitForHydration(page);
  const main = page.getByRole('main');
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }), 1);
  await page.keyboard.press('Enter');
  await tabTo(page, main.getByRole('button', { name: 'Confirm subscription' }));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('You’re subscribed');
  const posts = main.getByRole('checkbox').first();
  await tabTo(page, posts);
  await page.keyboard.press('Space');
  await tabTo(page, main.getByRole('checkbox', { name: 'News Occasional updates' }));
  await page.keyboard.press('Space');
  await tabTo(page, main.getByRole('button', { name: 'Save preferences' }));
  await page.keyboard.press('Enter');
  await expect(posts).toBeFocused();
  await expect(posts).toHaveAccessibleDescription('Choose at least one topic, or unsubscribe.');
  await expect(main.getByText('Your subscription is confirmed.')).toBeHidden();
  await page.keyboard.press('Space');
  await tabTo(page, main.getByRole('button', { name: 'Save preferences' }));
  await page.keyboard.press('Enter');
  await expect(main.getByText('Preferences saved.')).toBeVisible();
  await tabTo(page, main.getByRole('button', { name: 'Unsubscribe' }));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('You’re unsubscribed');
  // The form's answer is another page.
  const again = main.getByLabel('Email');
  await tabTo(page, again, 1);
  await page.keyboard.type('edna@reader');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/newsletter');
  await expect(again).toHaveAccessibleDescription(/Invalid email address/);
  await expect(again).toHaveValue('edna@reader');
  await expect(again).toBeFocused();
  expect(await site.query(`select state, topics from newsletter_subscribers where email = $1`, [email])).toEqual([
    { state: 'unsubscribed', topics: ['posts'] },
  ]);
});

test('the owner sends a newsletter, adds a subscriber and imports a list', async ({ page, context, trouble }) => {
  trouble.announce(/status (of )?422/);
  trouble.announce(/status (of )?409/);
  trouble.announce(/ERR_CONNECTION_RESET/);
  await site.query(
    `insert into newsletter_subscribers (email, state, topics, source, created_at, confirmed_at, confirmation_method)
    select 'reader' || n || '@reader.example', 'subscribed', '{posts,news}', 'form', now(), now(), 'email_link' from generate_series(1, 40) n`,
  );
  await site.signIn(context, owner);
  await page.goto('/dashboard/newsletter');
  await waitForHydration(page);
  await markDocument(page);
  expect(await listAxeViolations(page), 'newsletters').toEqual([]);

  await page.getByRole('navigation', { name: 'Newsletter' }).getByRole('link', { name: 'Newsletter settings' }).click();
  await expect(page).toHaveURL('/dashboard/newsletter/settings');
  await expectNoOverflowOnPhone(page);
  await page.goBack();

  const choice = page.getByLabel('Or start from a post');
  const title = (await choice.locator('option').first().textContent()) ?? '';
  await loseResponse(page, '**/api/v1/newsletter/issues');
  await page.getByRole('button', { name: 'Start draft' }).click();
  await expect(page.getByRole('alert')).toContainText('Can’t reach the site.');
  // A double click starts one draft, also if the first response was lost, and the second is slow.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/newsletter/issues', async route => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Start draft' }).dblclick();
  release();
  await expect(page.locator('.editor-text')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await site.query('select subject from newsletter_issues')).toEqual([{ subject: title }]);
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue(title);
  const subject = page.getByLabel('Subject', { exact: true });
  await subject.fill('');
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(subject).toHaveAccessibleDescription('Enter a subject.');
  await expect(heading(page)).toHaveText('Untitled newsletter');
  await subject.fill('Tides this month');
  await expect(heading(page)).toHaveText('Tides this month');
  await expect(subject).not.toHaveAccessibleDescription('Enter a subject.');
  await page.locator('.editor-text').press('Control+End');
  await page.keyboard.type('See you soon.');
  // The preview shows the latest text, also before it's saved.
  const preview = page.getByRole('dialog', { name: 'Preview' });
  const issue = preview.frameLocator('iframe[title="Newsletter preview"]');
  await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
  await expect(issue.getByText('See you soon.')).toBeVisible();
  await expect(issue.getByRole('heading', { name: 'Tides this month' })).toBeVisible();
  await expect(issue.getByRole('img')).toHaveJSProperty('complete', true);
  expect(await issue.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(issue.getByRole('link', { name: 'Change your preferences or unsubscribe' })).toBeVisible();
  expect(await listAxeViolations(page), 'the preview').toEqual([]);
  await preview.getByRole('button', { name: 'Phone view' }).click();
  await expect.poll(async () => (await preview.locator('iframe').boundingBox())?.width).toBe(390);
  await expectNoOverflowOnPhone(page);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect(await listAxeViolations(page), 'an unsent newsletter').toEqual([]);
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText(`Test email sent to ${owner.email}`)).toBeVisible();
  await page.getByText('Schedule…').click();
  await page.getByLabel('Date and time').fill(`${Temporal.Now.plainDateISO().add({ days: 5 }).toString()}T10:00`);
  await page.getByRole('button', { name: 'Schedule newsletter' }).press('Enter');
  await expect(page.getByText(/^Scheduled for/)).toBeInViewport();
  await expect(heading(page)).toBeFocused();
  await page.getByRole('button', { name: 'Cancel schedule' }).press('Enter');
  await expect(page.getByText('Send now…')).toBeVisible();
  // It is scheduled in another tab.
  const scheduledAt = `${Temporal.Now.plainDateISO().add({ days: 5 }).toString()}T10:00`;
  const path = page.url().replace('/dashboard/newsletter/', '/api/v1/newsletter/issues/');
  await page.request.post(`${path}/schedule`, { data: { scheduledAt }, headers: { origin: site.url } });
  await page.getByText('Delete…').click();
  await page.getByRole('button', { name: 'Delete newsletter' }).press('Enter');
  await expect(page.getByText('This newsletter is scheduled. Cancel the schedule to change it.')).toBeVisible();
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel schedule' }).press('Enter');
  await page.getByText('Send now…').click();
  // A double click sends it only once.
  await page.getByRole('button', { name: 'Send to 40 subscribers' }).dblclick();
  // Ten emails take five seconds, which leaves enough time to pause.
  await page.getByRole('button', { name: 'Pause sending' }).press('Enter');
  await expect(
    page.getByText('Sending is paused. The remaining subscribers will get it when you resume.'),
  ).toBeVisible();
  await expect(page.getByText(/, \d+ remaining/)).toBeVisible();
  await site.query('insert into newsletter_settings (emails_per_minute, is_tracking_enabled) values (6000, false)');
  await page.getByRole('button', { name: 'Resume sending' }).press('Enter');
  await expect(page.getByText('40 queued')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Sent to subscribers of “New posts”')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('No mail server is set up');
  expect(await listAxeViolations(page), 'a sent newsletter').toEqual([]);
  const mails = await site.query(
    `select subject, text, to_email from emails where template = 'newsletter_issue' and contains_secret`,
  );
  expect(mails[0]).toMatchObject({ subject: 'Tides this month' });
  expect([mails.length, new Set(mails.map(mail => mail.to_email)).size]).toEqual([40, 40]);
  expect(mails[0]?.text).toContain('See you soon.');

  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Newsletter' }).click();
  await page.getByRole('navigation', { name: 'Newsletter' }).getByRole('link', { name: 'Subscribers' }).click();
  await page.getByText('Add subscriber…').click();
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await email.fill('lin@reader.example');
  await page.getByLabel('They have already agreed').check();
  await page.getByLabel('Note').fill('At the fair');
  await page.getByRole('button', { name: 'Add subscriber', exact: true }).click();
  await expect(page.getByText('lin@reader.example subscribed', { exact: true })).toBeVisible();
  expect(await listAxeViolations(page), 'subscribers').toEqual([]);
  await expect(email).toHaveValue('');
  await expect(page.getByLabel('Note')).toHaveValue('');
  await email.fill('next@reader');
  await page.getByRole('button', { name: 'Actions for lin@reader.example' }).click();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('lin@reader.example unsubscribed', { exact: true })).toBeVisible();
  await expect(email).toHaveValue('next@reader');
  await page.getByRole('link', { name: 'Import subscribers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click();
  await page
    .getByLabel('Or paste a list')
    .fill('Email,State\nlin@reader.example,subscribed\nnew@reader.example,\nnobody,');
  await page.getByRole('button', { name: 'Preview import' }).click();
  await expect(page.getByText('Preview: 3 addresses').or(page.getByText('Preview: 2 addresses'))).toBeVisible();
  await expect(page.getByRole('list', { name: 'Invalid or duplicate rows' })).toContainText(
    /Row 4\s*nobody\s*This is not a valid email address\./,
  );
  await expect(page.getByRole('list', { name: /already unsubscribed or blocked$/ })).toContainText(
    'lin@reader.example',
  );
  expect(await listAxeViolations(page), 'an import').toEqual([]);
  await page.getByLabel('How they gave consent').fill('The old list');
  await page.getByRole('button', { name: 'Import subscribers' }).click();
  await expect(page.getByText('Import complete')).toBeVisible();
  expect(
    await site.query(
      `select email, state from newsletter_subscribers where email in ('lin@reader.example', 'new@reader.example') order by 1`,
    ),
  ).toEqual([
    { email: 'lin@reader.example', state: 'unsubscribed' },
    { email: 'new@reader.example', state: 'subscribed' },
  ]);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Newsletter' }).click();
  await page.getByRole('navigation', { name: 'Newsletter' }).getByRole('link', { name: 'Subscribers' }).click();
  await expect(page.getByRole('row', { name: /^new@reader/ })).toBeVisible();
  await expectNoOverflowOnPhone(page);
  await expectSameDocument(page);
});

test('a long subject and an email with long words, code and tables fit on a phone', async ({ page, context }) => {
  await site.signIn(context, owner);
  const api = createApiClient(context.request, site.url);
  const markdown = `${'Fahrtsgesellschaft'.repeat(8)}\n\nhttps://site.example/${'path/'.repeat(30)}\n\n\`\`\`\n${'code '.repeat(40)}\n\`\`\`\n\n|${' Name |'.repeat(4)}\n|${'---|'.repeat(4)}\n|${' Gesellschaftskapitän |'.repeat(4)}`;
  const subject = `Long ${'Fahrtsgesellschaft'.repeat(4)}`;
  const { id } = await api('POST', '/newsletter/issues', { subject, previewText: 'Words', markdown });
  await api('POST', `/newsletter/issues/${id}/test`, {});
  const [email] = await site.query(`select id from emails where subject like '%Long%'`);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`/dashboard/outbox/${String(email?.id)}/content`);
  await expect(page.getByRole('heading', { name: 'Long' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.goto('/dashboard/newsletter');
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
  await expectNoOverflowOnPhone(page);
});
