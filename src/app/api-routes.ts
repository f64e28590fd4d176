import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { type AnyProcedure, ORPCError } from '@orpc/server';
import { BatchHandlerPlugin } from '@orpc/server/plugins';
import type { StandardHandlerPlugin } from '@orpc/server/standard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize } from '#platform/api/access.ts';
import { toErrorBody, toErrorHeaders, createDefaultError, toAppError } from '#platform/api/errors.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { registerLongTextRoutes, registerUploadRoutes, type UploadOptions } from '#platform/api/upload-routes.ts';
import type { Feature } from '#platform/feature.ts';
import { AppError, type ErrorBody } from '#shared/errors.ts';
import { API_PREFIX, MAX_BATCH_SIZE } from '#shared/paths.ts';
import { getResponseHeaders } from './contexts.ts';
import { generateOpenApiDocument } from './openapi.ts';
import { createRouter, listEndpoints } from './router.ts';

/** Carries an AppError through oRPC, which knows only its own error class. */
class AppErrorCarrier extends ORPCError<string, ErrorBody> {
  constructor(error: AppError, requestId: string) {
    super(error.code, { status: error.status, message: error.message, data: toErrorBody(error, requestId) });
  }
}

/** Adds the headers that calls set to the HTTP response, and gives refused batches the API's error format. */
const responsePlugin: StandardHandlerPlugin<ApiContext> = {
  // Higher than the batch plugin's, so it runs once per batch.
  order: 6e6,
  init(options) {
    const respond: NonNullable<typeof options.rootInterceptors>[number] = async call => {
      const { context } = call;
      const { matched, response } = await call.next();
      if (!matched) return { matched, response };
      const { status, body } = response;
      const headers = { ...response.headers, ...getResponseHeaders(context) };
      if (status < 400 || typeof body !== 'string') return { matched, response: { status, body, headers } };
      const error = new AppError('BAD_REQUEST', `Send a JSON list of at most ${MAX_BATCH_SIZE} requests.`);
      return { matched, response: { status: error.status, body: toErrorBody(error, context.requestId), headers } };
    };
    options.rootInterceptors = [respond, ...(options.rootInterceptors ?? [])];
  },
};

interface ApiOptions extends UploadOptions {
  readonly siteUrl: string;
  readonly features: readonly Feature[];
}

/** Serves the features' endpoints as REST under /api/v1, with their OpenAPI document at /api/v1/openapi.json. */
export function registerApiRoutes(app: FastifyInstance, options: ApiOptions): void {
  const { siteUrl, features, contexts } = options;
  const api = createRouter(features);
  const endpoints = listEndpoints(api);
  const handler = new OpenAPIHandler<ApiContext>(api, {
    plugins: [
      new BatchHandlerPlugin({
        maxSize: MAX_BATCH_SIZE,
        // Cross-site protection and limits depend on the method of the HTTP request, so batches only read.
        mapRequestItem: ({ url, signal }) => ({ url, signal, method: 'GET', headers: {}, body: undefined }),
      }),
      responsePlugin,
    ],
    interceptors: [
      async call => {
        try {
          return await call.next();
        } catch (error) {
          const { context } = call;
          const appError = toAppError(error, context.log);
          Object.assign(context.responseHeaders, toErrorHeaders(appError));
          throw new AppErrorCarrier(appError, context.requestId);
        }
      },
    ],
    clientInterceptors: [
      call => {
        authorize(call.context.actor, call.procedure);
        return call.next();
      },
    ],
    customErrorResponseBodyEncoder: error => error.data,
  });

  let description: Promise<unknown> | undefined;
  app.get(`${API_PREFIX}/openapi.json`, async (_request, reply) => {
    description ??= generateOpenApiDocument(siteUrl, api);
    return reply.header('cache-control', 'public, max-age=300').send(await description);
  });

  const getAllowedMethods = createAllowedMethodsLookup(endpoints);
  const handleRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const getRequest = request.method === 'HEAD' ? toGetRequest(request) : request;
    const context = await contexts.createForCaller(request);
    const { matched } = await handler.handle(getRequest, reply, { prefix: API_PREFIX, context });
    if (matched) return reply;
    const methods = getAllowedMethods(request.url);
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    const code = methods.length > 0 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND';
    const error = createDefaultError(code);
    return reply.code(error.status).send(toErrorBody(error, request.id));
  };
  app.all(`${API_PREFIX}/*`, handleRequest);
  registerLongTextRoutes(app, endpoints, contexts, handleRequest);
  registerUploadRoutes(app, features, options, handleRequest);
}

/** Returns a HEAD request as GET; the HTTP server omits the body (RFC 9110, 9.3.2). */
function toGetRequest(request: FastifyRequest): FastifyRequest {
  return Object.create(request, {
    raw: { value: Object.create(request.raw, { method: { value: 'GET' } }) },
  }) as FastifyRequest;
}

/** Returns a function that lists the allowed methods of a URL for 405 responses (RFC 9110, 15.5.6). */
function createAllowedMethodsLookup(endpoints: readonly AnyProcedure[]): (url: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = [];
  for (const endpoint of endpoints) {
    const { path, method } = endpoint['~orpc'].route;
    if (!path || !method) continue;
    routes.push({ pattern: new RegExp(`^${API_PREFIX}${path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`), method });
  }
  return url => {
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method));
    return [...methods].flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  };
}
