import { RETURN_PATH_PATTERN } from '../contract/limits.ts';

/** The page that the document at a path was paid from, where this tab remembers one: a consultation’s. */
export function findStoredReturnPath(document: string): string | null {
  const [, number = ''] = /^\/document\/([^/]+)\//.exec(document) ?? [];
  try {
    const kept = sessionStorage.getItem(`paid-for ${number}`) ?? '';
    return RETURN_PATH_PATTERN.test(kept) ? kept : null;
  } catch {
    return null;
  }
}
