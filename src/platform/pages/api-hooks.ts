import { createContext, use } from 'react';
import type { Api } from '#shared/api.ts';
import type { UploadOptions } from '../browser/upload-file.ts';

/** Where a component finds the API. Loaders and actions have their own way to it; on the server there is none. */
export const BrowserApiContext = createContext<Api | undefined>(undefined);

const NONE = 'There is no API here: call it from an effect or an event.';

/** The API, for what happens in the browser alone. Throws when it is called while rendering on the server. */
export function useApi(): Api {
  const api = use(BrowserApiContext);
  if (!api) throw new Error(NONE);
  return api;
}

/** Sends a file to an address of the API and gives its answer; knows how far it is. Throws a Failure. */
export type UploadFile = (path: string, file: Blob, options: UploadOptions) => Promise<unknown>;

/** How a component sends a file. */
export const UploadContext = createContext<UploadFile | undefined>(undefined);

/** Sending a file, for what happens in the browser alone. */
export function useUpload(): UploadFile {
  const upload = use(UploadContext);
  return upload ?? (() => Promise.reject(new Error('Nothing is uploaded from here.')));
}

/** The API for components that the server renders as well: a function to be called in effects and events. */
export function useLazyApi(): () => Api {
  const api = use(BrowserApiContext);
  return () => {
    if (!api) throw new Error(NONE);
    return api;
  };
}
