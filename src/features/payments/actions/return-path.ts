import type { ApiContext } from '#platform/api/context.ts';
import { RETURN_PATH_PATTERN } from '../contract/limits.ts';

const COOKIE = 'paying-from';
/** How long a provider's checkout page can be paid. */
const MAX_AGE_SECONDS = 24 * 3600;

/**
 * Remembers which page a document is paid from, for returning without JavaScript. Kept in a cookie, because that page's
 * URL is a secret that must not reach the provider or the document.
 */
export function setReturnPath({ cookies }: Pick<ApiContext, 'cookies'>, document: string, page: string): void {
  cookies.set(COOKIE, `${document} ${page}`, MAX_AGE_SECONDS);
}

/**
 * Returns the page from which this browser started to pay a document; null if that was the document's own page. Only
 * known paths are accepted, because cookies can be forged.
 */
export function findReturnPath({ cookies }: Pick<ApiContext, 'cookies'>, document: string): string | null {
  const [number, page] = (cookies.get(COOKIE) ?? '').split(' ');
  return number === document && page !== undefined && RETURN_PATH_PATTERN.test(page) ? page : null;
}
