/** The code of a page could not be loaded: there is no connection, or a release has replaced the files since. */
export class ChunkLoadError extends Error {
  override readonly name = 'PageCodeMissing';
}

/** Returns a loader of a page's code that throws ChunkLoadError. */
export function lazyPage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      throw new ChunkLoadError('The code of this page could not be loaded.', { cause });
    }
  };
}
