/** The code of a page could not be had: there is no connection, or a release has replaced the files since. */
export class PageCodeMissing extends Error {
  override readonly name = 'PageCodeMissing';
}

/** A page's code, fetched when it is first needed. Throws PageCodeMissing. */
export function pageCode<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PageCodeMissing('The code of this page could not be loaded.', { cause });
    }
  };
}
