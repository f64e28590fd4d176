import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkAccess } from '#platform/api/access.ts';
import { errorBody, sentenceFor, toAppError } from '#platform/api/errors.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { AppError, type ErrorBody } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { contract } from './contract.ts';
import { router } from './router.ts';

/** Carries an AppError through the handler library, which knows only its own error class. */
class CarriedError extends ORPCError<string, ErrorBody> {
  constructor(error: AppError, requestId: string) {
    super(error.code, { status: error.status, message: error.message, data: errorBody(error, requestId) });
  }
}

/** Makes the OpenAPI 3.1 document of the whole contract. */
export function describeApi(siteUrl: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(contract, {
    info: {
      title: 'Freehold API',
      version: '1',
      description:
        'Everything the site shows and does. Failures have one shape: { error: { code, message, fields, requestId } }.',
    },
    servers: [{ url: `${siteUrl}${API_PREFIX}` }],
  });
}

/** Serves the contract as REST under /api/v1, with its description at /api/v1/openapi.json. */
export function registerApi(
  app: FastifyInstance,
  options: { siteUrl: string; contextOf: (request: FastifyRequest) => ApiContext },
): void {
  const handler = new OpenAPIHandler<ApiContext>(router, {
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          throw new CarriedError(toAppError(error, context.log), context.requestId);
        }
      },
    ],
    clientInterceptors: [
      ({ next, context, procedure }) => {
        checkAccess(context.actor, procedure);
        return next();
      },
    ],
    customErrorResponseBodyEncoder: error => error.data,
  });

  let description: Promise<unknown> | undefined;
  app.get(`${API_PREFIX}/openapi.json`, async (_request, reply) => {
    description ??= describeApi(options.siteUrl);
    return reply.header('cache-control', 'public, max-age=300').send(await description);
  });

  app.all(`${API_PREFIX}/*`, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { matched } = await handler.handle(request, reply, {
      prefix: API_PREFIX,
      context: options.contextOf(request),
    });
    if (matched) return reply;
    const error = new AppError('NOT_FOUND', sentenceFor('NOT_FOUND'));
    return reply.code(404).send(errorBody(error, request.id));
  });
}
