import type { OpenAPI } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import { SESSION_COOKIE } from '#features/auth/index.ts';
import { getEndpointAccess } from '#platform/api/access.ts';
import { getCookieName } from '#platform/http/cookies.ts';
import { ERROR_STATUS } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { type ApiRouter, listEndpoints, router } from './router.ts';

const text = { type: 'string' } as const;

const errorSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
        message: { ...text, description: 'Explains the error and how to fix it.' },
        fields: { type: 'object', additionalProperties: text, description: 'A message for each invalid field.' },
        requestId: { ...text, description: 'Also in the site’s log.' },
      },
      required: ['code', 'message', 'fields', 'requestId'],
    },
  },
  required: ['error'],
} as const satisfies OpenAPI.SchemaObject;

const schemaConverter = new ZodToJsonSchemaConverter({
  interceptors: [
    // Numbers in paths, queries and forms are sent as text, and then converted.
    call => {
      const { schema } = call;
      return schema instanceof z.ZodPipe && schema.out instanceof z.ZodNumber
        ? call.next({ ...call, schema: schema.out })
        : call.next();
    },
  ],
});

/**
 * Returns the OpenAPI 3.1 document of the API. Its security requirement names the role that an endpoint needs: a member
 * or the owner (OpenAPI 3.1.1, 4.8.30).
 */
export async function generateOpenApiDocument(siteUrl: string, api: ApiRouter = router): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [schemaConverter] });
  const document = await generator.generate(api, {
    info: { title: 'Freehold API', version: '1', description: 'The API that the site’s own pages use.' },
    servers: [{ url: `${siteUrl}${API_PREFIX}` }],
    components: {
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description: 'Error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: getCookieName(SESSION_COOKIE, siteUrl),
          description: 'Set by `POST /login`.',
        },
      },
    },
  });
  for (const endpoint of listEndpoints(api)) {
    const { path, method } = endpoint['~orpc'].route;
    const operation = document.paths?.[path ?? '']?.[method?.toLowerCase() as 'get'];
    if (!operation) continue;
    const access = getEndpointAccess(endpoint);
    operation.security = access === 'public' ? [] : [{ session: access === undefined ? [] : [access] }];
    operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Error' } };
  }
  return document;
}
