import { readStoredText, storeText } from './stored-text.ts';

const storageKey = (name: string) => `draft:${name}`;

/** Returns a local draft; undefined if there is none or it is unreadable. */
export function readLocalDraft(name: string): unknown {
  const text = readStoredText(storageKey(name));
  try {
    return text ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores or deletes a local draft. */
export function saveLocalDraft(name: string, draft: object | undefined): void {
  storeText(storageKey(name), draft ? JSON.stringify(draft) : '');
}
