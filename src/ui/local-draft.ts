const placeOf = (name: string) => `draft:${name}`;

/** What was written and not saved, as this browser keeps it; undefined where there is none, or it keeps nothing. */
export function readLocalDraft(name: string): unknown {
  try {
    const text = localStorage.getItem(placeOf(name));
    return text ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft, or drops it. A browser that keeps nothing is no reason to stop writing. */
export function saveLocalDraft(name: string, draft: object | undefined): void {
  try {
    if (draft) localStorage.setItem(placeOf(name), JSON.stringify(draft));
    else localStorage.removeItem(placeOf(name));
  } catch {
    // Storage may be full or forbidden; what is written still stands in the form.
  }
}
