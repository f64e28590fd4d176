/** `localStorage` is shared by all tabs and stays; `sessionStorage` belongs to one tab. */
type StorageArea = 'localStorage' | 'sessionStorage';

/** On the server, Node.js has a `sessionStorage` too, but all visitors would share it. */
const getStorage = (area: StorageArea): Storage | undefined =>
  typeof document === 'undefined' ? undefined : globalThis[area];

/** Returns a text stored in this browser; empty if there is none or storage is disabled, and on the server. */
export function readStoredText(key: string, area: StorageArea = 'localStorage'): string {
  try {
    return getStorage(area)?.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/**
 * Stores a text in this browser, or deletes it if it is empty. Does nothing if storage is full or disabled, and on the
 * server.
 */
export function storeText(key: string, text: string, area: StorageArea = 'localStorage'): void {
  try {
    if (text === '') getStorage(area)?.removeItem(key);
    else getStorage(area)?.setItem(key, text);
  } catch {
    // The page still has the text.
  }
}

/** Deletes everything stored for a user, such as unsaved drafts; keeps the theme. */
export function clearStoredTexts(): void {
  try {
    getStorage('sessionStorage')?.clear();
    const local = getStorage('localStorage');
    for (const key of Object.keys(local ?? {})) if (key !== 'theme') local?.removeItem(key);
  } catch {
    // Blocked storage contains nothing to remove.
  }
}
