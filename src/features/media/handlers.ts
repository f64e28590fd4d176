import { implement } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { inTransaction } from '#platform/api/in-transaction.ts';
import { listDamagedFiles } from '#platform/files/checked-store.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { createDownloadHeaders } from '#platform/http/download-headers.ts';
import { AppError } from '#shared/errors.ts';
import { pageOf } from '#shared/lists.ts';
import { uploadFile, getFileDownload, deleteDocument } from './actions/files.ts';
import {
  addPicture,
  updateLibraryPicture,
  getLibraryPicture,
  getQuota,
  listImages,
  deleteLibraryPicture,
} from './actions/media-library.ts';
import { getMailPicture, getPictureCard, getPictureFile } from './actions/pictures.ts';
import { mediaContract } from './contract.ts';
import { countFiles, listFiles } from './queries/files.ts';

/** Maximum number of damaged files listed by name; the rest is only counted. */
const MAX_DAMAGED_LISTED = 20;

const media = implement(mediaContract).$context<ApiContext>();

export const mediaHandlers = media.router({
  listPictures: media.listPictures.handler(({ context, input }) => listImages(context.db, context, input)),
  getPicture: media.getPicture.handler(({ context, input }) => getLibraryPicture(context.db, context, input.id)),
  uploadPicture: media.uploadPicture.handler(({ context, input }) => addPicture(context, input)),
  updatePicture: media.updatePicture.handler(inTransaction(updateLibraryPicture)),
  deletePicture: media.deletePicture.handler(inTransaction(deleteLibraryPicture)),
  listDamagedFiles: media.listDamagedFiles.handler(async ({ context }) => {
    const { items, total } = await listDamagedFiles(context.db, MAX_DAMAGED_LISTED);
    return { items: items.map(({ name, foundAt }) => ({ name, foundAt: foundAt.toISOString() })), total };
  }),
  getQuota: media.getQuota.handler(({ context }) => getQuota(context.db, context)),
  listFiles: media.listFiles.handler(async ({ context, input }) => {
    const viewer = requireUser(context);
    const [items, total] = await Promise.all([listFiles(context.db, viewer, input), countFiles(context.db, viewer)]);
    return pageOf(input, items, total);
  }),
  uploadFile: media.uploadFile.handler(({ context, input }) => uploadFile(context, input)),
  deleteFile: media.deleteFile.handler(inTransaction(deleteDocument)),
});

/** Files never change under their name, so browsers can cache them permanently. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves pictures in the supported widths and formats, and files to those who may read them. */
export function registerMediaRoutes(
  app: FastifyInstance,
  files: FileStore,
  contextOf: (request: FastifyRequest) => Promise<ApiContext>,
): void {
  const send = (reply: FastifyReply, type: string, bytes: Buffer | undefined) => {
    if (!bytes) throw new AppError('NOT_FOUND', 'This image doesn’t exist.');
    return reply
      .headers({ 'content-type': type, 'cache-control': IMMUTABLE, 'content-security-policy': 'sandbox' })
      .send(bytes);
  };
  app.get<{ Params: { file: string } }>('/media/pictures/:file', async (request, reply) => {
    const { file } = request.params;
    const [, card] = /^([0-9a-f]{16})-card\.jpg$/.exec(file) ?? [];
    if (card) return send(reply, 'image/jpeg', await getPictureCard(files, card));
    const [, mailed, ending] = /^([0-9a-f]{16})-mail\.(jpg|png)$/.exec(file) ?? [];
    if (mailed) {
      const [type, kind] = ending === 'png' ? (['image/png', 'png'] as const) : (['image/jpeg', 'jpg'] as const);
      return send(reply, type, await getMailPicture(files, mailed, kind));
    }
    const match = /^([0-9a-f]{16})-(\d{2,4})\.(avif|webp)$/.exec(file);
    const format = match?.[3] === 'avif' ? 'avif' : 'webp';
    const bytes = match?.[1] ? await getPictureFile(files, match[1], Number(match[2]), format) : undefined;
    return send(reply, `image/${format}`, bytes);
  });
  // Always download, so nothing in a file runs on the site's origin.
  app.get<{ Params: { id: string } }>('/media/documents/:id', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const context = await contextOf(request);
    const { document, file } = await getFileDownload(context.db, files, context, request.params.id);
    return reply.headers(createDownloadHeaders(document.name, file.bytes, document.type)).send(file.stream);
  });
}
