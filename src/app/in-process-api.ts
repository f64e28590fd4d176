import { createRouterClient } from '@orpc/server';
import { authorize } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toErrorBody, toAppError } from '#platform/api/errors.ts';
import type { Api } from '#shared/api.ts';
import { ApiError } from '#shared/errors.ts';
import { router } from './router.ts';

/**
 * Returns the API for server rendering: the same handlers and errors as over HTTP, called directly with the request's
 * context. The names of the called features become cache tags.
 */
export function createInProcessApi(context: ApiContext): Api {
  return createRouterClient(router, {
    context,
    interceptors: [
      async call => {
        if (call.path[0]) context.cacheTags.add(call.path[0]);
        try {
          authorize(context.actor, call.procedure);
          return await call.next();
        } catch (error) {
          const appError = toAppError(error, context.log);
          throw new ApiError(appError.status, appError.message, toErrorBody(appError, context.requestId));
        }
      },
    ],
  });
}
