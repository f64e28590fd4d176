import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHtmlBrowser } from '../support/html-forms.ts';
import { listEmailsTo } from '../support/emails.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
});
afterAll(() => site.close());

const subscribers = async (columns: string) =>
  (await site.db.$client.query<Record<string, unknown>>(`select ${columns} from newsletter_subscribers`)).rows;

it('a reader without JavaScript subscribes in the footer, confirms, sets preferences and unsubscribes', async () => {
  const email = 'grace@reader.example';
  const browser = createHtmlBrowser(site);
  const heading = () => browser.page.text('h1');
  await browser.open('/about');
  const footer = browser.page.all('footer').at(-1);
  expect(JSON.stringify(footer)).toContain('Get the latest updates');
  const label = 'New posts and news by email';
  expect(browser.field(label).properties.placeholder).toBe('Your Email Address');
  await browser.submit('Send', { [label]: email });
  expect([browser.url, heading()]).toEqual(['/newsletter?asked=yes', 'Check your inbox']);
  const [mail] = await listEmailsTo(site, email);
  const confirmation = /\/newsletter\/confirm\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  // Opening the link doesn't confirm anything, because security scanners open links, too.
  for (let time = 0; time < 2; time++) await browser.open(confirmation);
  expect(await subscribers('state')).toEqual([{ state: 'pending' }]);
  await browser.submit('Confirm subscription');
  expect(heading()).toBe('You’re subscribed');
  await browser.submit('Save preferences', { News: false });
  expect(browser.text()).toContain('Preferences saved.');
  expect(await subscribers('topics')).toEqual([{ topics: ['posts'] }]);
  await browser.submit('Unsubscribe');
  expect(heading()).toBe('You’re unsubscribed');
  await browser.open(confirmation);
  expect(heading()).toBe('This link is no longer valid');
  expect(await subscribers('state, inactive_reason')).toEqual([
    { state: 'unsubscribed', inactive_reason: 'preferences_page' },
  ]);
});
