import { readStoredText } from '#ui/stored-text.ts';
import { RETURN_PATH_PATTERN } from '../contract/limits.ts';

/** Returns the page that this tab started to pay a document from, such as a booking; null if unknown. */
export function findStoredReturnPath(document: string): string | null {
  const [, number = ''] = /^\/document\/([^/]+)\//.exec(document) ?? [];
  const stored = readStoredText(`paid-for ${number}`, 'sessionStorage');
  return RETURN_PATH_PATTERN.test(stored) ? stored : null;
}
