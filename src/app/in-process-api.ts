import { createRouterClient } from '@orpc/server';
import { authorize } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toErrorBody, toAppError } from '#platform/api/errors.ts';
import type { Api } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import { router } from './router.ts';

/**
 * The API for rendering on the server: the same handlers as over HTTP, called directly with the request's own context,
 * failing the same way. `used` collects the features that were asked, which are what the page depends on.
 */
export function createInProcessApi(context: ApiContext, used: Set<string>): Api {
  return createRouterClient(router, {
    context,
    interceptors: [
      async call => {
        if (call.path[0]) used.add(call.path[0]);
        try {
          authorize(context.actor, call.procedure);
          return await call.next();
        } catch (error) {
          const known = toAppError(error, context.log);
          throw new ApiError(known.status, known.message, toErrorBody(known, context.requestId));
        }
      },
    ],
  });
}
