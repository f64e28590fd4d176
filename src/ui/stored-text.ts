/** Returns a text stored in this browser; empty if there is none or storage is disabled. */
export function readStoredText(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Stores a text in this browser, or deletes it if it is empty. Does nothing if storage is full or disabled. */
export function storeText(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The page still has the text.
  }
}
