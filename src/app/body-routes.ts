import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteHandlerMethod } from 'fastify';
import { getMessageByUploadToken } from '#features/contact/actions/files.ts';
import { MAX_FILE_BYTES } from '#features/contact/contract/limits.ts';
import { authorizeBooking } from '#features/bookings/actions/access.ts';
import { authorizeOrder } from '#features/orders/actions/access.ts';
import { getDocumentByAddress } from '#features/billing/actions/document-urls.ts';
import { canCallEndpoint, requireUser } from '#platform/api/access.ts';
import { type Disk, inMegabytes, roomOn } from '#platform/files/disk-space.ts';
import { LocalFile, type TemporaryFolder } from '#platform/files/local-file.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { allowLongSending } from '#platform/http/request-timeouts.ts';
import type { RequestBodyKind } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { ACCEPTED_FILE_TYPES, LARGEST_DOCUMENT, MAX_IMAGE_BYTES, pictureTypes } from '#shared/uploads.ts';
import type { RequestContextFactory } from './contexts.ts';
import { contract } from './contract.ts';

/** Bodies with a long text in them are at most this large (security page, "service"). */
const MAX_LONG_TEXT_BYTES = 1024 * 1024;

/** The endpoints that take a long text take a larger body than others, and from nobody who has not signed in. */
export function registerLongTextRoutes(
  app: FastifyInstance,
  contexts: RequestContextFactory,
  answer: RouteHandlerMethod,
): void {
  for (const { method, url } of listEndpointsAccepting('long text')) {
    app.route({
      method,
      url,
      bodyLimit: MAX_LONG_TEXT_BYTES,
      onRequest: async request => void requireUser(await contexts.forCaller(request)),
      handler: answer,
    });
  }
}

/** Where the endpoints are whose body is no small JSON. */
function listEndpointsAccepting(kind: RequestBodyKind): { method: HTTPMethods; url: string }[] {
  return Object.values(contract)
    .flatMap(feature => Object.values(feature))
    .flatMap(({ '~orpc': endpoint }) => {
      const { takes }: { takes?: RequestBodyKind } = endpoint.meta;
      const { path, method } = endpoint.route;
      if (takes !== kind || !path || !method) return [];
      return [{ method, url: API_PREFIX + path.replace(/\{(\w+)\}/g, ':$1') }];
    });
}

/** An endpoint's body that is a file. */
type UploadKind = Exclude<RequestBodyKind, 'long text'>;

/** What comes in by one kind of upload. */
interface UploadPolicy {
  readonly types: readonly string[];
  /** In bytes. Without it, the size is limited by the free disk space, and the time only by pauses between bytes. */
  readonly most?: number;
  /** What is said to who sends something of another type, or something larger. */
  readonly wrongType: string;
  readonly tooLarge: string;
  /** Throws where whoever sends something may not, before any of it is read. */
  readonly check: (contexts: RequestContextFactory, request: FastifyRequest) => Promise<void>;
}

const requireMember: UploadPolicy['check'] = (contexts, request) => requireRole(contexts, request, 'member');

const uploadPolicies: Readonly<Record<UploadKind, UploadPolicy>> = {
  picture: {
    types: pictureTypes,
    most: MAX_IMAGE_BYTES,
    wrongType: 'Send the picture itself, as PNG, JPEG, WebP, AVIF or GIF, with its content type.',
    tooLarge: 'This picture is larger than 5 MB. Choose a smaller one.',
    check: requireMember,
  },
  proof: {
    types: pictureTypes,
    most: MAX_IMAGE_BYTES,
    wrongType: 'Send the picture itself, as PNG, JPEG, WebP, AVIF or GIF, with its content type.',
    tooLarge: 'This picture is larger than 5 MB. Choose a smaller one.',
    check: (contexts, request) => requireBillingDocumentToken(contexts, request),
  },
  document: {
    types: ACCEPTED_FILE_TYPES,
    most: LARGEST_DOCUMENT,
    wrongType: 'Send the document itself, as PDF or ZIP, with its content type.',
    tooLarge: 'This document is larger than 50 MB. Choose a smaller one.',
    check: requireMember,
  },
  archive: {
    types: ['application/octet-stream', ...ACCEPTED_FILE_TYPES, 'application/json', 'application/xml', 'text/xml'],
    wrongType: 'Send the archive itself, as application/octet-stream.',
    tooLarge: 'There is not enough disk space for this archive',
    check: (contexts, request) => requireRole(contexts, request, 'owner'),
  },
  file: {
    types: ['*'],
    most: LARGEST_DOCUMENT,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 50 MB. Send it in parts, or a link to it.',
    check: authorizeOrderUpload,
  },
  'project file': {
    types: ['*'],
    most: LARGEST_DOCUMENT,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 50 MB. Split it into parts.',
    check: (contexts, request) => requireRole(contexts, request, 'owner'),
  },
  enclosure: {
    types: ['*'],
    most: MAX_FILE_BYTES,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 10 MB. Send a link to it in your message.',
    check: authorizeContactUpload,
  },
};

/** Files of orders and bookings come from their two sides, who may have no account. */
async function authorizeOrderUpload(contexts: RequestContextFactory, request: FastifyRequest): Promise<void> {
  const context = await contexts.forCaller(request);
  await consumeRateLimit(context.db, ORDER_UPLOAD_RATE_LIMIT, context.client.network, context.now());
  const { order, booking } = request.params as { order?: string; booking?: string };
  if (booking === undefined) await authorizeOrder(context.db, context, order ?? '');
  else await authorizeBooking(context.db, context, booking);
}
const ORDER_UPLOAD_RATE_LIMIT: RateLimit = { name: 'order files', most: 120, seconds: 3600 };

/** The file of a message comes from whoever has just written it, and few of them in an hour. */
async function authorizeContactUpload(contexts: RequestContextFactory, request: FastifyRequest): Promise<void> {
  const context = contexts.forAnyone(request);
  await consumeRateLimit(context.db, CONTACT_UPLOAD_RATE_LIMIT, context.client.network, context.now());
  const { upload } = request.params as { upload?: string };
  await getMessageByUploadToken(context.db, context, upload ?? '');
}
const CONTACT_UPLOAD_RATE_LIMIT: RateLimit = { name: 'contact files', most: 20, seconds: 3600 };

/** Throws UNAUTHORIZED or FORBIDDEN unless whoever sends something may, before any of it is read. */
export async function requireRole(
  contexts: RequestContextFactory,
  request: FastifyRequest,
  access: 'member' | 'owner',
): Promise<void> {
  const actor = requireUser(await contexts.forCaller(request));
  if (!canCallEndpoint(actor, access)) throw new AppError('FORBIDDEN', 'You may not do this.');
}

/** Throws NOT_FOUND unless whoever sends something knows the address of the document that it is for. */
export async function requireBillingDocumentToken(
  contexts: RequestContextFactory,
  request: FastifyRequest,
): Promise<void> {
  const { number = '', token = '' } = request.params as { number?: string; token?: string };
  const context = contexts.forAnyone(request);
  await getDocumentByAddress(context.db, context, { number, token });
}

/** Where uploads are stored until their request ends, and what limits them. */
export interface UploadParts {
  readonly contexts: RequestContextFactory;
  readonly temporary: TemporaryFolder;
  readonly disk: Disk;
}

/** The endpoints that take a file take the file itself, and from nobody who has not signed in. */
export function registerUploadRoutes(app: FastifyInstance, parts: UploadParts, answer: RouteHandlerMethod): void {
  for (const kind of ['picture', 'proof', 'document', 'archive', 'file', 'project file', 'enclosure'] as const) {
    void app.register(async door => registerUploadRoute(door, kind, parts, answer));
  }
}

function registerUploadRoute(
  app: FastifyInstance,
  kind: UploadKind,
  parts: UploadParts,
  answer: RouteHandlerMethod,
): void {
  const { types, most, wrongType, tooLarge, check } = uploadPolicies[kind];
  const { contexts, temporary, disk } = parts;
  /** Throws PAYLOAD_TOO_LARGE for a file of too many bytes, or if the disk has no space for `needed` more bytes. */
  const checkSize = async (bytes: number, needed: number) => {
    if (most !== undefined) {
      if (bytes > most) throw new AppError('PAYLOAD_TOO_LARGE', tooLarge);
      return;
    }
    const room = await roomOn(disk);
    if (needed > room)
      throw new AppError('PAYLOAD_TOO_LARGE', `${tooLarge} (${inMegabytes(room)} MB). Free some space.`);
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
    // The rest of a refused body is not read.
    if (reply.statusCode === 413) reply.header('connection', 'close');
  });
  if (!types.includes('*')) {
    app.addContentTypeParser('*', async () => {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', wrongType);
    });
  }
  for (const { method, url } of listEndpointsAccepting(kind)) {
    app.route({
      method,
      url,
      bodyLimit: most ?? Number.MAX_SAFE_INTEGER,
      // Before the body is read.
      onRequest: async request => {
        await check(contexts, request);
        const announced = Number(request.headers['content-length'] ?? 0);
        await checkSize(announced, announced);
        if (most === undefined) allowLongSending(request.raw);
      },
      handler: answer,
    });
  }
}
