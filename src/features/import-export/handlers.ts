import { Readable } from 'node:stream';
import { implement } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import { getOwnerDate } from '#features/site/index.ts';
import { requireRole } from '#platform/api/access.ts';
import type { ApiContext, RequestContextFactory } from '#platform/api/context.ts';
import { createZip } from '#platform/files/zip-writer.ts';
import { AppError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { deleteArchiveFiles, saveArchive } from './actions/archive-store.ts';
import { streamExportFiles } from './actions/export.ts';
import { resolveOptions } from './actions/plans.ts';
import { getImportPreview } from './actions/previews.ts';
import { importExportContract } from './contract/index.ts';
import { deleteImport, getImport, getImportSummary, listImports, updateImport } from './queries/imports.ts';
import { importQueue } from './rules/queues.ts';
import { isUnderWay } from './contract/constants.ts';

const importExport = implement(importExportContract).$context<ApiContext>();

export const importExportHandlers = importExport.router({
  list: importExport.list.handler(async ({ context }) => ({ items: await listImports(context.db) })),
  uploadArchive: importExport.uploadArchive.handler(async ({ context, input }) => {
    const { params, query, body } = input;
    await context.temporary.use(body, file => saveArchive(context, params.id, query.fileName, file));
    return getImportSummary(context.db, params.id);
  }),
  get: importExport.get.handler(({ context, input }) => getImportPreview(context, input)),
  start: importExport.start.handler(async ({ context, input }) => {
    const { id, ...asked } = input;
    const { status: before } = await getImport(context.db, id);
    // Decide now, so the default doesn't change while the import is queued.
    const options = asked.siteSections || before === 'completed' ? asked : await resolveOptions(context, id, asked);
    await context.db.transaction(async tx => {
      const { status } = await getImport(tx, id, { lock: true });
      if (status === 'completed') throw new AppError('CONFLICT', 'This archive has already been imported.');
      if (isUnderWay(status)) throw new AppError('CONFLICT', 'This import is already running.');
      await updateImport(tx, id, { status: 'queued', options, errorMessage: null });
      await context.jobs.enqueue(tx, importQueue, { importId: id });
    });
    return getImportSummary(context.db, id);
  }),
  delete: importExport.delete.handler(async ({ context, input }) => {
    await context.db.transaction(async tx => {
      const { status } = await getImport(tx, input.id, { lock: true });
      if (isUnderWay(status)) throw new AppError('CONFLICT', 'This import is still running. Wait until it finishes.');
      await deleteImport(tx, input.id);
    });
    await deleteArchiveFiles(context.files, input.id);
    return { deleted: true as const };
  }),
});

/** Serves the owner all content as one archive, generated while it is sent. */
export function registerExportRoute(app: FastifyInstance, contexts: RequestContextFactory): void {
  app.get(dashboardPaths.contentExport, async (request, reply) => {
    await requireRole(contexts, request, 'owner');
    const { db, files, now } = contexts.createAnonymous(request);
    const day = await getOwnerDate(db, now());
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="freehold-${day}.zip"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(createZip(streamExportFiles(db, files)), { objectMode: false }));
  });
}
