let plainLinks = 0;
let documentKey: string | undefined;

/**
 * Returns the scroll restoration key of a history entry. Entries created by the browser have no router key: plain
 * anchor links get a new key, so they go to their heading; a loaded document keeps its own key across reloads.
 */
export function getScrollKey({ key, hash }: { readonly key: string; readonly hash: string }): string {
  if (key !== 'default') return key;
  if (hash !== '') {
    plainLinks += 1;
    return `plain link ${plainLinks}`;
  }
  documentKey ??= getDocumentScrollKey();
  return documentKey;
}

function getDocumentScrollKey(): string {
  const state: { place?: string } | null = history.state;
  const place = state?.place ?? String(performance.timeOrigin);
  history.replaceState({ ...state, place }, '');
  return place;
}
