let plainLinks = 0;
let arrival: string | undefined;

/**
 * Where a page is scrolled to is remembered by its entry in the history. An entry that the browser itself made has no key
 * of the router's. A plain link to a heading leads to the heading, and never to where the page stood when the link was
 * pressed. A document that was loaded has a place of its own, which is still its place when it is loaded again.
 */
export function getScrollKey({ key, hash }: { readonly key: string; readonly hash: string }): string {
  if (key !== 'default') return key;
  if (hash !== '') {
    plainLinks += 1;
    return `plain link ${plainLinks}`;
  }
  arrival ??= getDocumentScrollKey();
  return arrival;
}

function getDocumentScrollKey(): string {
  const state: { place?: string } | null = history.state;
  const place = state?.place ?? String(performance.timeOrigin);
  history.replaceState({ ...state, place }, '');
  return place;
}
