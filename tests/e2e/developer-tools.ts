import type { APIRequestContext } from '@playwright/test';
import { expect } from './test.ts';
import { developerLinkOf } from './running-site.ts';

/** Opens the link that a site printed: from then on this browser sees developer mail and fake providers. */
export async function openDeveloperTools(request: APIRequestContext, site: string | undefined): Promise<void> {
  const answer = await request.get(developerLinkOf(site ?? ''), { maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}
