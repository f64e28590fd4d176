import contract from 'virtual:contract';
import { createORPCClient } from '@orpc/client';
import type { ClientContext, ClientLink } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { QueryClient } from '@tanstack/react-query';
import { fetchWithin } from '#platform/browser/fetch-within.ts';
import type { Api } from '#shared/api.ts';
import { API_PREFIX } from '#shared/paths.ts';

const KEPT_FOR = 60_000;

/** Answers are kept 60 seconds unused; nothing is fetched again on focus, reconnect or mount (specification, point 9). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: KEPT_FOR,
      staleTime: KEPT_FOR,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchOnMount: false,
      networkMode: 'always',
    },
  },
});

/** Puts the kept answers in front of the network: for every call that only reads. */
function keepAnswers(link: ClientLink<ClientContext>): ClientLink<ClientContext> {
  return {
    call(path, input, options) {
      if (!isRead(path)) return link.call(path, input, options);
      return queryClient.fetchQuery({
        queryKey: [path, input],
        queryFn: () => link.call(path, input, { context: options.context }),
      });
    },
  };
}

function isRead(path: readonly string[]): boolean {
  let node: unknown = contract;
  for (const key of path) node = (node as Record<string, unknown>)[key];
  const route = (node as { '~orpc'?: { route?: { method?: string } } } | undefined)?.['~orpc']?.route;
  return route?.method === 'GET';
}

const network = new OpenAPILink(contract, {
  url: `${location.origin}${API_PREFIX}`,
  fetch: request => fetchWithin(request),
});

/** The API over HTTP. */
export const api: Api = createORPCClient(keepAnswers(network));
