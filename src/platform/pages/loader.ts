import { createContext, data, type LoaderFunctionArgs } from 'react-router';
import type { Api } from '#shared/api.ts';
import { Failure } from '#shared/errors.ts';

/** Where a loader finds the API: put there by the server's entry, and by the browser's. */
export const apiContext = createContext<Api>();

interface LoaderInput {
  readonly api: Api;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

/**
 * Makes a route's loader. A call that failed with an HTTP status becomes the page's own status (404 stays 404);
 * any other failure goes to the error page as it is.
 */
export function pageLoader<Data>(load: (input: LoaderInput) => Promise<Data>) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<Data> => {
    try {
      return await load({ api: context.get(apiContext), params, search: new URL(request.url).searchParams });
    } catch (error) {
      if (error instanceof Failure && typeof error.status === 'number')
        throw data(error.data, { status: error.status });
      throw error;
    }
  };
}
