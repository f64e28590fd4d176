import type { ApiContext } from '#platform/api/context.ts';
import { RETURN_PATH_PATTERN } from '../contract/limits.ts';

const COOKIE = 'paying-from';
/** As long as a provider's page can be paid at. */
const SECONDS = 24 * 3600;

/**
 * Remembers in this browser which page a document is paid from, for whoever comes back from a provider without script. It is
 * told to no provider and not on the document, since whoever has the secret address of such a page can do more there.
 */
export function setReturnPath({ cookies }: Pick<ApiContext, 'cookies'>, document: string, page: string): void {
  cookies.set(COOKIE, `${document} ${page}`, SECONDS);
}

/**
 * The page that this browser began to pay a document from; null where it did so on the document's own. A
 * cookie can be forged like all that is sent, so it leads to such pages alone.
 */
export function findReturnPath({ cookies }: Pick<ApiContext, 'cookies'>, document: string): string | null {
  const [number, page] = (cookies.get(COOKIE) ?? '').split(' ');
  return number === document && page !== undefined && RETURN_PATH_PATTERN.test(page) ? page : null;
}
