import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteHandlerMethod } from 'fastify';
import { openUpload } from '#features/contact/actions/files.ts';
import { LARGEST_FILE } from '#features/contact/contract/limits.ts';
import { openBooking } from '#features/bookings/actions/access.ts';
import { openOrder } from '#features/orders/actions/access.ts';
import { readDocumentAt } from '#features/billing/actions/document-urls.ts';
import { mayCall, signedInActor } from '#platform/api/access.ts';
import { type Disk, inMegabytes, roomOn } from '#platform/files/disk-space.ts';
import { LocalFile, type TemporaryFolder } from '#platform/files/local-file.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
import { allowLongSending } from '#platform/http/request-timeouts.ts';
import type { Takes } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { documentTypes, LARGEST_DOCUMENT, LARGEST_UPLOAD, pictureTypes } from '#shared/uploads.ts';
import type { Contexts } from './contexts.ts';
import { contract } from './contract.ts';

/** Bodies with a long text in them are at most this large (security page, "service"). */
const LONGEST_BODY = 1024 * 1024;

/** The endpoints that take a long text take a larger body than others, and from nobody who has not signed in. */
export function registerLongTexts(app: FastifyInstance, contexts: Contexts, answer: RouteHandlerMethod): void {
  for (const { method, url } of endpointsThatTake('long text')) {
    app.route({
      method,
      url,
      bodyLimit: LONGEST_BODY,
      onRequest: async request => void signedInActor(await contexts.forCaller(request)),
      handler: answer,
    });
  }
}

/** Where the endpoints are whose body is no small JSON. */
function endpointsThatTake(kind: Takes): { method: HTTPMethods; url: string }[] {
  return Object.values(contract)
    .flatMap(feature => Object.values(feature))
    .flatMap(({ '~orpc': endpoint }) => {
      const { takes }: { takes?: Takes } = endpoint.meta;
      const { path, method } = endpoint.route;
      if (takes !== kind || !path || !method) return [];
      return [{ method, url: API_PREFIX + path.replace(/\{(\w+)\}/g, ':$1') }];
    });
}

/** An endpoint's body that is a file. */
type FileKind = Exclude<Takes, 'long text'>;

/** What comes in by one kind of upload. */
interface Door {
  readonly types: readonly string[];
  /** In bytes. Without it, the size is limited by the free disk space, and the time only by pauses between bytes. */
  readonly most?: number;
  /** What is said to who sends something of another type, or something larger. */
  readonly wrongType: string;
  readonly tooLarge: string;
  /** Throws where whoever sends something may not, before any of it is read. */
  readonly check: (contexts: Contexts, request: FastifyRequest) => Promise<void>;
}

const isMember: Door['check'] = (contexts, request) => checkSender(contexts, request, 'member');

const doors: Readonly<Record<FileKind, Door>> = {
  picture: {
    types: pictureTypes,
    most: LARGEST_UPLOAD,
    wrongType: 'Send the picture itself, as PNG, JPEG, WebP, AVIF or GIF, with its content type.',
    tooLarge: 'This picture is larger than 5 MB. Choose a smaller one.',
    check: isMember,
  },
  proof: {
    types: pictureTypes,
    most: LARGEST_UPLOAD,
    wrongType: 'Send the picture itself, as PNG, JPEG, WebP, AVIF or GIF, with its content type.',
    tooLarge: 'This picture is larger than 5 MB. Choose a smaller one.',
    check: (contexts, request) => checkAddress(contexts, request),
  },
  document: {
    types: documentTypes,
    most: LARGEST_DOCUMENT,
    wrongType: 'Send the document itself, as PDF or ZIP, with its content type.',
    tooLarge: 'This document is larger than 50 MB. Choose a smaller one.',
    check: isMember,
  },
  archive: {
    types: ['application/octet-stream', ...documentTypes, 'application/json', 'application/xml', 'text/xml'],
    wrongType: 'Send the archive itself, as application/octet-stream.',
    tooLarge: 'There is not enough disk space for this archive',
    check: (contexts, request) => checkSender(contexts, request, 'owner'),
  },
  file: {
    types: ['*'],
    most: LARGEST_DOCUMENT,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 50 MB. Send it in parts, or a link to it.',
    check: checkOrder,
  },
  'project file': {
    types: ['*'],
    most: LARGEST_DOCUMENT,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 50 MB. Split it into parts.',
    check: (contexts, request) => checkSender(contexts, request, 'owner'),
  },
  enclosure: {
    types: ['*'],
    most: LARGEST_FILE,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 10 MB. Send a link to it in your message.',
    check: checkMessage,
  },
};

/** Files of orders and bookings come from their two sides, who may have no account. */
async function checkOrder(contexts: Contexts, request: FastifyRequest): Promise<void> {
  const context = await contexts.forCaller(request);
  await countTry(context.db, UPLOADS_TO_ORDERS, context.client.network, context.now());
  const { order, booking } = request.params as { order?: string; booking?: string };
  if (booking === undefined) await openOrder(context.db, context, order ?? '');
  else await openBooking(context.db, context, booking);
}
const UPLOADS_TO_ORDERS: RateLimit = { name: 'order files', most: 120, seconds: 3600 };

/** The file of a message comes from whoever has just written it, and few of them in an hour. */
async function checkMessage(contexts: Contexts, request: FastifyRequest): Promise<void> {
  const context = contexts.forAnyone(request);
  await countTry(context.db, ENCLOSURES, context.client.network, context.now());
  const { upload } = request.params as { upload?: string };
  await openUpload(context.db, context, upload ?? '');
}
const ENCLOSURES: RateLimit = { name: 'contact files', most: 20, seconds: 3600 };

/** Throws UNAUTHORIZED or FORBIDDEN unless whoever sends something may, before any of it is read. */
export async function checkSender(
  contexts: Contexts,
  request: FastifyRequest,
  access: 'member' | 'owner',
): Promise<void> {
  const actor = signedInActor(await contexts.forCaller(request));
  if (!mayCall(actor, access)) throw new AppError('FORBIDDEN', 'You may not do this.');
}

/** Throws NOT_FOUND unless whoever sends something knows the address of the document that it is for. */
export async function checkAddress(contexts: Contexts, request: FastifyRequest): Promise<void> {
  const { number = '', token = '' } = request.params as { number?: string; token?: string };
  const context = contexts.forAnyone(request);
  await readDocumentAt(context.db, context, { number, token });
}

/** Where uploads are stored until their request ends, and what limits them. */
export interface UploadParts {
  readonly contexts: Contexts;
  readonly temporary: TemporaryFolder;
  readonly disk: Disk;
}

/** The endpoints that take a file take the file itself, and from nobody who has not signed in. */
export function registerUploads(app: FastifyInstance, parts: UploadParts, answer: RouteHandlerMethod): void {
  for (const kind of ['picture', 'proof', 'document', 'archive', 'file', 'project file', 'enclosure'] as const) {
    void app.register(async door => registerDoor(door, kind, parts, answer));
  }
}

function registerDoor(app: FastifyInstance, kind: FileKind, parts: UploadParts, answer: RouteHandlerMethod): void {
  const { types, most, wrongType, tooLarge, check } = doors[kind];
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
  for (const { method, url } of endpointsThatTake(kind)) {
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
