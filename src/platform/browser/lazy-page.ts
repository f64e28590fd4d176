/** The code of a page could not be had: there is no connection, or a release has replaced the files since. */
export class PageCodeMissing extends Error {
  override readonly name = 'PageCodeMissing';
}

/** Fetches a page's code when it is first needed. Throws PageCodeMissing. */
export interface PageCode<Module> {
  (): Promise<Module>;
  /** The file that it is in; the server alone knows. */
  readonly file?: string;
}

/** A page's code; `file` is the build's to name (vite.config.ts). */
export function pageCode<Module>(load: () => Promise<Module>, file?: string): PageCode<Module> {
  const fetch = async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PageCodeMissing('The code of this page could not be loaded.', { cause });
    }
  };
  return file === undefined ? fetch : Object.assign(fetch, { file });
}
