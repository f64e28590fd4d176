import type { Issue } from '#features/newsletter/contract/issues.ts';
import { keys, type Shape } from './response-shapes.ts';
import { postApi } from './api-client.ts';
import { listEmailsTo } from './emails.ts';
import type { TestSite } from './test-site.ts';

/** Returns the token in the newest confirmation email to an address. */
export async function getConfirmationToken(site: Pick<TestSite, 'db'>, address: string): Promise<string> {
  const [mail] = await listEmailsTo(site, address);
  return /\/newsletter\/confirm\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

let networks = 0;
/** Returns a new IP address each time, which avoids the rate limit. */
export const createIpAddress = () => `198.51.${Math.floor((networks += 1) / 250)}.${networks % 250}`;

/** Subscribes an address through its confirmation link, and returns its preferences key. */
export async function subscribe(site: TestSite, email: string): Promise<string> {
  await postApi(site, '/newsletter/subscriptions', { email }, { remoteAddress: createIpAddress() });
  const token = await getConfirmationToken(site, email);
  const answer = await postApi(site, '/newsletter/confirmations', { token }, { remoteAddress: createIpAddress() });
  return answer.json<{ preferencesToken: string }>().preferencesToken;
}

/** Returns the token of a confirmation link that wasn't used yet, and a preferences key. */
export async function openNewsletterLinks(site: TestSite): Promise<{ token: string; key: string }> {
  await postApi(site, '/newsletter/subscriptions', { email: 'reader@site.example' });
  return {
    token: await getConfirmationToken(site, 'reader@site.example'),
    key: await subscribe(site, 'subscriber@site.example'),
  };
}

/** Returns the response shapes of the newsletter endpoints that visitors use. */
export function newsletterResponseShapes(
  links: () => { token: string; key: string },
): Record<string, readonly [path: () => string, keys: Shape]> {
  return {
    'newsletter.getConfirmation': [() => `/newsletter/confirmations/${links().token}`, keys('email')],
    'newsletter.getPreferences': [
      () => `/newsletter/preferences/${links().key}`,
      keys('email state topics subscribedAt'),
    ],
  };
}

/** Deletes the subscribers, the issues, all related data and the settings. */
export async function deleteNewsletters(site: Pick<TestSite, 'db'>): Promise<void> {
  await site.db.$client.query(
    `delete from newsletter_recipients;
     delete from newsletter_issues;
     delete from newsletter_subscribers;
     delete from newsletter_suppressions;
     delete from newsletter_settings;
     delete from email_webhook_events`,
  );
}

/** Inserts this many confirmed subscribers, and returns their addresses. */
export async function subscribeMany(site: Pick<TestSite, 'db'>, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, place) => `reader${String(place).padStart(3, '0')}@site.example`);
  await site.db.$client.query(
    `insert into newsletter_subscribers (email, state, topics, source, created_at, confirmed_at, confirmation_method)
    select email, 'subscribed', '{posts,news}', 'form', '2026-11-01Z', '2026-11-01Z', 'email_link' from unnest($1::text[]) as email`,
    [emails],
  );
  return emails;
}

/** Creates an issue with a default subject and text. */
export async function createTestIssue(site: TestSite, cookie: string, more: object = {}): Promise<Issue> {
  const answer = await postApi(
    site,
    '/newsletter/issues',
    { subject: 'Tides', markdown: 'Hello.', ...more },
    { cookie },
  );
  return answer.json<Issue>();
}

/** Sends a one-click unsubscribe request as an email client does: without cookie or origin. */
export function postOneClickUnsubscribe(
  site: TestSite,
  key: string,
  payload: string = 'List-Unsubscribe=One-Click',
  headers: Record<string, string> = {},
) {
  return site.http.app.inject({
    method: 'POST',
    url: `/newsletter/unsubscribe/${key}`,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}
