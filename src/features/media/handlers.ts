import type { FastifyInstance } from 'fastify';
import type { FileStore } from '#platform/files/file-store.ts';
import { AppError } from '#shared/errors.ts';
import { getPictureFile } from './actions.ts';

/** Files never change under their name, so a browser may keep them for good. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Serves pictures in the widths and formats that pages ask for. */
export function registerMedia(app: FastifyInstance, files: FileStore): void {
  app.get<{ Params: { file: string } }>('/media/pictures/:file', async (request, reply) => {
    const match = /^([0-9a-f]{16})-(\d{2,4})\.(avif|webp)$/.exec(request.params.file);
    const format = match?.[3] === 'avif' ? 'avif' : 'webp';
    const bytes = match?.[1] ? await getPictureFile(files, match[1], Number(match[2]), format) : undefined;
    if (!bytes) throw new AppError('NOT_FOUND', 'There is no such picture.');
    return reply
      .headers({ 'content-type': `image/${format}`, 'cache-control': FOR_GOOD, 'content-security-policy': 'sandbox' })
      .send(bytes);
  });
}
