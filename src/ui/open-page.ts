/** Milliseconds after which a page that is still shown can be used again. */
const MAX_WAIT = 10_000;

/**
 * Opens a page in a new document. Resolves if this page is still shown after a while, because the user stopped the
 * navigation, or when the user returns to it.
 */
export async function openPage(url: string): Promise<void> {
  location.assign(url);
  await new Promise(resolve => {
    setTimeout(resolve, MAX_WAIT);
    addEventListener('pageshow', resolve, { once: true });
  });
}
