import readersContract from 'virtual:readers-contract';
import { createORPCClient } from '@orpc/client';
import type { ClientContext, ClientLink } from '@orpc/client';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { QueryClient } from '@tanstack/react-query';
import { fetchWithTimeout } from '#platform/browser/fetch-with-timeout.ts';
import type { UploadFile } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { API_PREFIX } from '#shared/paths.ts';

const CACHE_TTL_MS = 60_000;

/** Answers are kept 60 seconds unused; nothing is fetched again on focus, reconnect or mount (specification, point 9). */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: CACHE_TTL_MS,
      staleTime: CACHE_TTL_MS,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchOnMount: false,
      networkMode: 'always',
    },
  },
});

type Link = ClientLink<ClientContext>;

/** A part of the contract with the way to it over HTTP. */
interface ContractPart {
  readonly contract: AnyContractRouter;
  readonly link: Link;
}

function createContractPart(contract: AnyContractRouter): ContractPart {
  const link = new OpenAPILink(contract, {
    url: `${location.origin}${API_PREFIX}`,
    fetch: request => fetchWithTimeout(request),
  });
  return { contract, link };
}

const publicPart = createContractPart(readersContract);
let privatePart: Promise<ContractPart> | undefined;

/** What readers ask is here at once; the rest of the contract is fetched when it is first asked for. */
async function getContractPart(path: readonly string[]): Promise<ContractPart> {
  if (findRoute(readersContract, path)) return publicPart;
  privatePart ??= import('virtual:members-contract').then(module => createContractPart(module.default));
  return privatePart;
}

function findRoute(contract: AnyContractRouter, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], contract);
}

/** How often something was changed, or may have been. */
let mutationCount = 0;

/** Answers from before a change are worth nothing after it; a page that waits for one meanwhile has it all the same. */
async function trackMutation<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } finally {
    mutationCount += 1;
  }
}

function isQuery(contract: AnyContractRouter, path: readonly string[]): boolean {
  const route = findRoute(contract, path) as { '~orpc'?: { route?: { method?: string } } } | undefined;
  return route?.['~orpc']?.route?.method === 'GET';
}

/** Not kept is what is asked because it may have changed: who is signed in, and what goes on by itself. */
const uncachedEndpoints = ['accounts.session', 'newsletter.issue', 'bookings.get', 'contact.waiting'];
const isCacheable = (path: readonly string[]) => !uncachedEndpoints.includes(path.join('.'));

/** Puts the kept answers in front of the network: for every call that only reads. What writes makes them all old. */
const cachedLink: Link = {
  async call(path, input, options) {
    const { contract, link } = await getContractPart(path);
    if (!isQuery(contract, path)) return trackMutation(() => link.call(path, input, options));
    if (!isCacheable(path)) return link.call(path, input, options);
    return queryClient.fetchQuery({
      queryKey: [mutationCount, path, input],
      queryFn: () => link.call(path, input, { context: options.context }),
    });
  },
};

/** The API over HTTP. */
export const api: Api = createORPCClient(cachedLink);

/** Sends a file to the API, telling how far it is. */
export const upload: UploadFile = (...what) =>
  trackMutation(async () => {
    const { uploadFile } = await import('#platform/browser/upload-file.ts');
    return uploadFile(...what);
  });
