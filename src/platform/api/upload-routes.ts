import type { Readable } from 'node:stream';
import type { AnyContractProcedure } from '@orpc/contract';
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteHandlerMethod } from 'fastify';
import type { EndpointMeta } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import type { Feature, UploadEndpoint } from '../feature.ts';
import { inMegabytes, getFreeSpace } from '../files/disk-space.ts';
import { LocalFile } from '../files/local-file.ts';
import { allowLongSending, allowSlowSending } from '../http/request-timeouts.ts';
import { authorize, requireUser } from './access.ts';
import type { ApiServices, RequestContextFactory } from './context.ts';

/** Bytes of the largest JSON body with a long text (security page, "service"). */
const MAX_LONG_TEXT_BYTES = 1024 * 1024;

/** Registers the endpoints that accept a long text, with a higher size limit, for signed-in users. */
export function registerLongTextRoutes(
  app: FastifyInstance,
  endpoints: readonly AnyContractProcedure[],
  contexts: RequestContextFactory,
  handler: RouteHandlerMethod,
): void {
  for (const endpoint of endpoints) {
    const { body }: EndpointMeta = endpoint['~orpc'].meta;
    if (body !== 'long_text') continue;
    app.route({
      ...toRoute(endpoint),
      bodyLimit: MAX_LONG_TEXT_BYTES,
      onRequest: async request => void requireUser(await contexts.createForCaller(request)),
      handler,
    });
  }
}

/** Returns an endpoint's method and URL in Fastify's syntax. */
function toRoute({ '~orpc': { route } }: AnyContractProcedure): { method: HTTPMethods; url: string } {
  const { path = '', method = 'POST' } = route;
  return { method, url: API_PREFIX + path.replace(/\{(\w+)\}/g, ':$1') };
}

/** Where uploads are stored until their request ends, and their limits. */
export type UploadOptions = Pick<ApiServices, 'temporary' | 'disk'> & { readonly contexts: RequestContextFactory };

/** Registers the endpoints whose body is a file. */
export function registerUploadRoutes(
  app: FastifyInstance,
  features: readonly Feature[],
  options: UploadOptions,
  handler: RouteHandlerMethod,
): void {
  for (const upload of features.flatMap(({ uploads = [] }) => uploads)) {
    void app.register(async scope => registerUploadRoute(scope, upload, options, handler));
  }
}

function registerUploadRoute(
  app: FastifyInstance,
  { endpoint, types, maxBytes, wrongType, tooLarge, authorize: check }: UploadEndpoint,
  { contexts, temporary, disk }: UploadOptions,
  handler: RouteHandlerMethod,
): void {
  /** Throws PAYLOAD_TOO_LARGE for a file of too many bytes, or if the disk has no space for `needed` more bytes. */
  const checkSize = async (bytes: number, needed: number) => {
    if (maxBytes !== undefined) {
      if (bytes > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', tooLarge);
      return;
    }
    const available = await getFreeSpace(disk);
    if (needed > available)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `${tooLarge}. ${inMegabytes(available)} MB are available. Free up some space.`,
      );
  };
  app.removeAllContentTypeParsers();
  const files = new WeakMap<FastifyRequest, string>();
  app.addContentTypeParser(types.includes('*') ? '*' : [...types], async (request: FastifyRequest, body: Readable) => {
    // Closing the connection would lose the response.
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    const path = await temporary.write(chunks, bytes => checkSize(bytes, 1));
    files.set(request, path);
    const { name } = request.query as { name?: unknown };
    return LocalFile.open(path, typeof name === 'string' ? name : '', request.headers['content-type'] ?? '');
  });
  app.addHook('onSend', async (request, reply) => {
    const path = files.get(request);
    if (path) await temporary.remove(path);
    // The rest of a rejected body isn't read.
    if (reply.statusCode === 413) reply.header('connection', 'close');
  });
  if (!types.includes('*')) {
    app.addContentTypeParser('*', async () => {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', wrongType);
    });
  }
  app.route({
    ...toRoute(endpoint),
    bodyLimit: maxBytes ?? Number.MAX_SAFE_INTEGER,
    // Check before the body is read.
    onRequest: async request => {
      if (check) await check(contexts, request);
      else authorize((await contexts.createForCaller(request)).actor, endpoint);
      const declared = Number(request.headers['content-length'] ?? 0);
      await checkSize(declared, declared);
      if (maxBytes === undefined) allowLongSending(request.raw);
      else if (declared > 0) allowSlowSending(request.raw, declared);
    },
    handler,
  });
}
