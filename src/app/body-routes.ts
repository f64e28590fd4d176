import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteHandlerMethod } from 'fastify';
import { openUpload } from '#features/contact/actions/files.ts';
import { LARGEST_FILE } from '#features/contact/contract/limits.ts';
import { openBooking } from '#features/bookings/actions/access.ts';
import { openOrder } from '#features/orders/actions/access.ts';
import { readDocumentAt } from '#features/billing/actions/addresses.ts';
import { LARGEST_ARCHIVE } from '#features/transfers/contract/limits.ts';
import { mayCall, signedInActor } from '#platform/api/access.ts';
import { countTry, type RateLimit } from '#platform/http/rate-limits.ts';
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
  readonly most: number;
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
    most: LARGEST_ARCHIVE,
    wrongType: 'Send the archive itself, as application/octet-stream.',
    tooLarge: 'This archive is larger than 100 MB. Send it in parts.',
    check: (contexts, request) => checkSender(contexts, request, 'owner'),
  },
  file: {
    types: ['*'],
    most: LARGEST_DOCUMENT,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 50 MB. Send it in parts, or a link to it.',
    check: checkOrder,
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

/** The endpoints that take a file take the file itself, and from nobody who has not signed in. */
export function registerUploads(app: FastifyInstance, contexts: Contexts, answer: RouteHandlerMethod): void {
  for (const kind of ['picture', 'proof', 'document', 'archive', 'file', 'enclosure'] as const) {
    void app.register(async door => registerDoor(door, kind, contexts, answer));
  }
}

function registerDoor(app: FastifyInstance, kind: FileKind, contexts: Contexts, answer: RouteHandlerMethod): void {
  const { types, most, wrongType, tooLarge, check } = doors[kind];
  const refusal = () => new AppError('PAYLOAD_TOO_LARGE', tooLarge);
  app.removeAllContentTypeParsers();
  if (kind === 'picture' || kind === 'proof') {
    // It is decoded as a whole, so that it may as well lie in memory.
    app.addContentTypeParser([...types], { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
      nameFile(request, [new Uint8Array(bytes)]),
    );
  } else {
    const folders = new WeakMap<FastifyRequest, string>();
    app.addContentTypeParser(
      types.includes('*') ? '*' : [...types],
      async (request: FastifyRequest, body: AsyncIterable<Buffer>) => {
        const folder = await mkdtemp(join(tmpdir(), 'freehold-upload-'));
        folders.set(request, folder);
        const place = join(folder, 'file');
        await writeUpTo(place, body, most, refusal);
        return nameFile(request, [await openAsBlob(place)]);
      },
    );
    app.addHook('onResponse', async request => {
      const folder = folders.get(request);
      if (folder) await rm(folder, { recursive: true, force: true });
    });
  }
  if (!types.includes('*')) {
    app.addContentTypeParser('*', async () => {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', wrongType);
    });
  }
  for (const { method, url } of endpointsThatTake(kind)) {
    app.route({
      method,
      url,
      bodyLimit: most,
      // Before the body is read.
      onRequest: async request => {
        await check(contexts, request);
        if (Number(request.headers['content-length'] ?? 0) > most) throw refusal();
      },
      handler: answer,
    });
  }
}

/** The body as a file, under the name that the address gives it. */
function nameFile(request: FastifyRequest, parts: BlobPart[]): File {
  const { name } = request.query as { name?: unknown };
  return new File(parts, typeof name === 'string' ? name : '', { type: request.headers['content-type'] ?? '' });
}

/** Writes a body to a file, so that it takes no memory. Throws `refusal` where it is larger than `most` bytes. */
async function writeUpTo(
  place: string,
  body: AsyncIterable<Buffer>,
  most: number,
  refusal: () => AppError,
): Promise<void> {
  const file = await open(place, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > most) throw refusal();
      await file.appendFile(chunk);
    }
  } finally {
    await file.close();
  }
}
