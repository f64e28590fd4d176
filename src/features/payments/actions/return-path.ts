import type { ApiContext } from '#platform/api/context.ts';
import { RETURN_PATH_PATTERN } from '../contract/limits.ts';

const COOKIE = 'paying-from';
/** How long a provider's checkout page can be paid. */
const MAX_AGE_SECONDS = 24 * 3600;

/**
 * Remembers the page on which a payment started, to return there without JavaScript. Uses a cookie because that page's
 * URL is secret and must not be shown to the provider or on the document.
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
