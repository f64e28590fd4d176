import type { APIRequestContext } from '@playwright/test';
import { expect } from './test.ts';
import { developerLinkOf } from './running-site.ts';

/**
 * Opens the developer link that a site printed. From then on this browser sees the developer mailbox and fake
 * providers, on the host name that it used.
 */
export async function openDeveloperTools(
  request: APIRequestContext,
  site: string | undefined,
  hostname = 'localhost',
): Promise<void> {
  const link = new URL(developerLinkOf(site ?? ''));
  link.hostname = hostname;
  const answer = await request.get(link.href, { maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}
