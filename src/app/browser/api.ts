import readersContract from 'virtual:readers-contract';
import { createORPCClient } from '@orpc/client';
import type { ClientContext, ClientLink } from '@orpc/client';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { QueryClient } from '@tanstack/react-query';
import { fetchWithin } from '#platform/browser/fetch-with-timeout.ts';
import type { Upload } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { API_PREFIX } from '#shared/paths.ts';

const KEPT_FOR = 60_000;

/** Answers are kept 60 seconds unused; nothing is fetched again on focus, reconnect or mount (specification, point 9). */
const queryClient = new QueryClient({
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

type Link = ClientLink<ClientContext>;

/** A part of the contract with the way to it over HTTP. */
interface Part {
  readonly contract: AnyContractRouter;
  readonly link: Link;
}

function open(contract: AnyContractRouter): Part {
  const link = new OpenAPILink(contract, {
    url: `${location.origin}${API_PREFIX}`,
    fetch: request => fetchWithin(request),
  });
  return { contract, link };
}

const readers = open(readersContract);
let members: Promise<Part> | undefined;

/** What readers ask is here at once; the rest of the contract is fetched when it is first asked for. */
async function partFor(path: readonly string[]): Promise<Part> {
  if (routeAt(readersContract, path)) return readers;
  members ??= import('virtual:members-contract').then(module => open(module.default));
  return members;
}

function routeAt(contract: AnyContractRouter, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], contract);
}

/** How often something was changed, or may have been. */
let changes = 0;

/** Answers from before a change are worth nothing after it; a page that waits for one meanwhile has it all the same. */
async function whatChanges<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } finally {
    changes += 1;
  }
}

function isRead(contract: AnyContractRouter, path: readonly string[]): boolean {
  const route = routeAt(contract, path) as { '~orpc'?: { route?: { method?: string } } } | undefined;
  return route?.['~orpc']?.route?.method === 'GET';
}

/** Not kept is what is asked because it may have changed: who is signed in, and what goes on by itself. */
const asked = ['accounts.session', 'newsletter.issue', 'bookings.get', 'contact.waiting'];
const isKept = (path: readonly string[]) => !asked.includes(path.join('.'));

/** Puts the kept answers in front of the network: for every call that only reads. What writes makes them all old. */
const network: Link = {
  async call(path, input, options) {
    const { contract, link } = await partFor(path);
    if (!isRead(contract, path)) return whatChanges(() => link.call(path, input, options));
    if (!isKept(path)) return link.call(path, input, options);
    return queryClient.fetchQuery({
      queryKey: [changes, path, input],
      queryFn: () => link.call(path, input, { context: options.context }),
    });
  },
};

/** The API over HTTP. */
export const api: Api = createORPCClient(network);

/** Sends a file to the API, telling how far it is. */
export const upload: Upload = (...what) =>
  whatChanges(async () => {
    const { uploadWithin } = await import('#platform/browser/upload-file.ts');
    return uploadWithin(...what);
  });
