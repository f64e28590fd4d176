import { createContext, use } from 'react';
import type { Api } from '#shared/api.ts';
import type { UploadOptions } from '../browser/upload-file.ts';

/** The API for components; undefined on the server. Loaders and actions use `apiContext`. */
export const BrowserApiContext = createContext<Api | undefined>(undefined);

const NONE = 'The API is not available on the server. Call it from an effect or an event handler.';

/** Returns the API, for components that only render in the browser. Throws on the server. */
export function useApi(): Api {
  const api = use(BrowserApiContext);
  if (!api) throw new Error(NONE);
  return api;
}

/** The API for prefetching. It rejects calls that change something, or whose responses aren’t cached. */
export const CachedApiContext = createContext<Api | undefined>(undefined);

/** Uploads a file to a path of the API, with progress, and returns the response. Throws ApiError. */
export type UploadFile = (path: string, file: Blob, options: UploadOptions) => Promise<unknown>;

export const UploadContext = createContext<UploadFile | undefined>(undefined);

/** Returns the upload function; its promise rejects where none is provided. */
export function useUpload(): UploadFile {
  const upload = use(UploadContext);
  return upload ?? (() => Promise.reject(new Error('Uploads are not available here.')));
}

/** Returns a function that gets the API in effects and events, for components that also render on the server. */
export function useLazyApi(): () => Api {
  const api = use(BrowserApiContext);
  return () => {
    if (!api) throw new Error(NONE);
    return api;
  };
}
