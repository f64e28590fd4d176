import { useEffect } from 'react';
import { parseJson } from '#shared/parse-json.ts';
import { readStoredText, storeText } from './stored-text.ts';

const storageKey = (name: string) => `draft:${name}`;

/** Returns a local draft; undefined if there is none or it is unreadable. */
export function readLocalDraft(name: string): unknown {
  return parseJson(readStoredText(storageKey(name)));
}

/** Stores or deletes a local draft. */
export function saveLocalDraft(name: string, draft: object | undefined): void {
  storeText(storageKey(name), draft ? JSON.stringify(draft) : '');
}

/** Stores the local draft of a form with unsaved changes; deletes it a moment after there are none. */
export function useStoredDraft(name: string, draft: object | undefined): void {
  const text = draft ? JSON.stringify(draft) : '';
  useEffect(() => {
    // Immediately: leaving right after typing loses nothing.
    if (text) {
      storeText(storageKey(name), text);
      return undefined;
    }
    const timer = setTimeout(() => storeText(storageKey(name), ''), 300);
    return () => clearTimeout(timer);
  }, [name, text]);
}
