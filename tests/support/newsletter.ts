import { sendApi } from './api-answers.ts';
import { mailsTo } from './mails.ts';
import type { TestSite } from './test-site.ts';

/** The token in the newest mail to an address that asks it to confirm. */
export async function linkSentTo(site: Pick<TestSite, 'db'>, address: string): Promise<string> {
  const [mail] = await mailsTo(site, address);
  return /\/newsletter\/confirm\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
}

let networks = 0;
/** Another place each time, so that no limit counts. */
export const nextNetwork = () => `198.51.${Math.floor((networks += 1) / 250)}.${networks % 250}`;

/** Subscribes an address by its link; answers the key of its preferences. */
export async function subscribe(site: TestSite, email: string): Promise<string> {
  await sendApi(site, '/newsletter/subscriptions', { email }, { remoteAddress: nextNetwork() });
  const token = await linkSentTo(site, email);
  const answer = await sendApi(site, '/newsletter/confirmations', { token }, { remoteAddress: nextNetwork() });
  return answer.json<{ key: string }>().key;
}

/** A link that is not pressed yet, and one to preferences. */
export async function openNewsletterLinks(site: TestSite): Promise<{ token: string; key: string }> {
  await sendApi(site, '/newsletter/subscriptions', { email: 'reader@site.example' });
  return {
    token: await linkSentTo(site, 'reader@site.example'),
    key: await subscribe(site, 'subscriber@site.example'),
  };
}
