import readersContract from 'virtual:readers-contract';
import { createORPCClient } from '@orpc/client';
import type { ClientContext, ClientLink } from '@orpc/client';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { fetchWithTimeout } from '#platform/browser/fetch-with-timeout.ts';
import type { UploadFile } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';

/** Milliseconds for which a response is reused (specification, point 9). */
const CACHE_TTL_MS = 60_000;

/** Responses of queries by endpoint and input, also those still loading. */
const responses = new Map<string, Promise<unknown>>();

/** Caches what the document already contains. */
export function cacheResponse(path: readonly string[], response: unknown): void {
  void getOrLoad(toKey(path), async () => response);
}

const toKey = (path: readonly string[], input?: unknown) => JSON.stringify([path, input]);

/** Returns a cached response, or loads it. Errors aren't cached. */
function getOrLoad(key: string, load: () => Promise<unknown>): Promise<unknown> {
  const cached = responses.get(key);
  if (cached) return cached;
  const response = load();
  responses.set(key, response);
  const evict = () => responses.get(key) === response && responses.delete(key);
  response.then(() => setTimeout(evict, CACHE_TTL_MS), evict);
  return response;
}

type Link = ClientLink<ClientContext>;

/** Part of the contract with its HTTP link. */
interface ContractPart {
  readonly contract: AnyContractRouter;
  readonly link: Link;
}

const publicPart: ContractPart = {
  contract: readersContract,
  link: new OpenAPILink(readersContract, {
    url: `${location.origin}${API_PREFIX}`,
    fetch: request => fetchWithTimeout(request),
  }),
};
let privatePart: Promise<ContractPart> | undefined;

/** Firefox needs a reload to load code that failed to load. All browsers do if a newer release has replaced it. */
function throwUnreachable(): never {
  throw new ApiError('FETCH_ERROR', 'Can’t reach the site. Check your connection and try again, or reload the page.');
}

/** Returns the public part immediately; the rest of the contract loads on first use. */
async function getContractPart(path: readonly string[]): Promise<ContractPart> {
  if (findRoute(readersContract, path)) return publicPart;
  privatePart ??= import('./members-api.ts').catch(() => {
    privatePart = undefined;
    return throwUnreachable();
  });
  return privatePart;
}

function findRoute(contract: AnyContractRouter, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], contract);
}

/** Discards responses cached before a change, even if it fails. Pages already waiting for one still receive it. */
async function trackMutation<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } finally {
    responses.clear();
  }
}

function isQuery(contract: AnyContractRouter, path: readonly string[]): boolean {
  const route = findRoute(contract, path) as { '~orpc'?: { route?: { method?: string } } } | undefined;
  return route?.['~orpc']?.route?.method === 'GET';
}

/** Not cached, since they change without a call from this page: the session, payments, and processes on the server. */
const uncachedEndpoints = [
  'auth.getSession',
  'billing.getBillingDocument',
  'payments.getPaymentSummary',
  'newsletter.getIssue',
  'newsletter.getPostNewsletter',
  'bookings.get',
  'contact.getInboxCounts',
  'email.list',
  'email.get',
  'email.getDeliveryStatus',
  'backups.list',
  'importExport.get',
  'importExport.list',
  'status.get',
];
const isCacheable = (path: readonly string[]) => !uncachedEndpoints.includes(path.join('.'));

/** Serves queries from the cache; mutations invalidate it. */
const cachedLink: Link = {
  async call(path, input, options) {
    const { contract, link } = await getContractPart(path);
    if (!isQuery(contract, path)) return trackMutation(() => link.call(path, input, options));
    if (!isCacheable(path)) return link.call(path, input, options);
    const load = async () => link.call(path, input, { context: options.context });
    return getOrLoad(toKey(path, input), load);
  },
};

export const api: Api = createORPCClient(cachedLink);

/** The API for prefetching. Rejects calls to endpoints that aren’t cached: they would run twice, or change something. */
export const cachedApi: Api = createORPCClient({
  call: async (path, input, options) => {
    const { contract } = await getContractPart(path);
    if (!isQuery(contract, path) || !isCacheable(path)) throw new Error(`${path.join('.')} is not cached.`);
    return cachedLink.call(path, input, options);
  },
} satisfies Link);

/** Uploads a file to the API and reports progress. */
export const upload: UploadFile = (...args) =>
  trackMutation(async () => {
    const { uploadFile } = await import('#platform/browser/upload-file.ts').catch(throwUnreachable);
    return uploadFile(...args);
  });
