const storageKey = (name: string) => `draft:${name}`;

/** Returns a local draft; undefined if there is none or storage is disabled. */
export function readLocalDraft(name: string): unknown {
  try {
    const text = localStorage.getItem(storageKey(name));
    return text ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores or deletes a local draft. Ignores storage errors so writing can continue. */
export function saveLocalDraft(name: string, draft: object | undefined): void {
  try {
    if (draft) localStorage.setItem(storageKey(name), JSON.stringify(draft));
    else localStorage.removeItem(storageKey(name));
  } catch {
    // Storage may be full or disabled; the form still has the text.
  }
}
