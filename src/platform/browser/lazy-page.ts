/** The code of a page could not be had: there is no connection, or a release has replaced the files since. */
export class ChunkLoadError extends Error {
  override readonly name = 'PageCodeMissing';
}

/** Fetches a page's code when it is first needed. Throws ChunkLoadError. */
export interface LazyPage<Module> {
  (): Promise<Module>;
  /** The file that it is in; the server alone knows. */
  readonly file?: string;
}

/** A page's code; `file` is the build's to name (vite.config.ts). */
export function lazyPage<Module>(load: () => Promise<Module>, file?: string): LazyPage<Module> {
  const fetch = async () => {
    try {
      return await load();
    } catch (cause) {
      throw new ChunkLoadError('The code of this page could not be loaded.', { cause });
    }
  };
  return file === undefined ? fetch : Object.assign(fetch, { file });
}
