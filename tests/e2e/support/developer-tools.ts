import type { APIRequestContext } from '@playwright/test';
import { expect } from './test.ts';
import { developerLinkOf } from './running-site.ts';

/**
 * Opens the link that a site printed: from then on this browser sees developer mail and fake providers, under the host
 * name that it used.
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
