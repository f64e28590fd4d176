import membersContract from 'virtual:members-contract';
import { BatchLinkPlugin } from '@orpc/client/plugins';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { fetchWithTimeout, toApiError } from '#platform/browser/fetch-with-timeout.ts';
import { API_PREFIX, MAX_BATCH_SIZE } from '#shared/paths.ts';

export const contract = membersContract;

/** Serves the endpoints that readers' pages don't need. Queries made at the same moment share one request. */
export const link = new OpenAPILink(contract, {
  url: `${location.origin}${API_PREFIX}`,
  fetch: request => fetchWithTimeout(request),
  clientInterceptors: [
    // In a batch, a failed call is part of a successful response.
    async call => {
      const response = await call.next();
      if (response.status >= 400) throw toApiError(response.status, await response.body());
      return response;
    },
  ],
  plugins: [
    new BatchLinkPlugin({
      groups: [{ condition: ({ request }) => request.method === 'GET', context: {} }],
      mode: 'buffered',
      url: `${location.origin}${API_PREFIX}/batch`,
      maxSize: MAX_BATCH_SIZE,
      // Proxies accept request lines of 8 KB.
      maxUrlLength: 6000,
    }),
  ],
});
