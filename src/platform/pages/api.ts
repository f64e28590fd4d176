import { createContext, use } from 'react';
import type { Api } from '#shared/api.ts';

/** Where a component finds the API. Loaders and actions have their own way to it; on the server there is none. */
export const ClientApi = createContext<Api | undefined>(undefined);

/** The API, for what happens in the browser alone. Throws when it is called while rendering on the server. */
export function useApi(): Api {
  const api = use(ClientApi);
  if (!api) throw new Error('There is no API here: call it from an effect or an event.');
  return api;
}
