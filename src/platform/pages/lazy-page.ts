/** A page's code could not be loaded: the browser is offline, or a newer release has replaced the files. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Returns a loader of a page's code that throws ChunkLoadError. */
export function lazyPage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      throw new ChunkLoadError('Loading the code of this page failed.', { cause });
    }
  };
}
