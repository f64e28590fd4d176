import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import type { FastifyInstance } from 'fastify';
import { hasRecentAuthentication, requireRecentAuthentication } from '#features/auth/index.ts';
import { requireRole } from '#platform/api/access.ts';
import type { ApiContext, RequestContextFactory } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { AppError } from '#shared/errors.ts';
import { parseBackupName, readBackupFile } from './actions/backup-folder.ts';
import { getBackupOverview } from './actions/get-backup-overview.ts';
import { startBackup } from './actions/run-backup.ts';
import { SECRET_KEY_FILE } from './contract/constants.ts';
import { backupsContract } from './contract/index.ts';
import { getBackupSettings, updateBackupSettings } from './queries.ts';

const backups = implement(backupsContract).$context<ApiContext>();

export const backupsHandlers = backups.router({
  list: backups.list.handler(({ context }) => getBackupOverview(context)),
  create: backups.create.handler(({ context }) => startBackup(context)),
  updateSettings: backups.updateSettings.handler(async ({ context, input }) => {
    const before = await getBackupSettings(context.db);
    const isSame = before.isScheduled === input.isScheduled && before.hour === input.hour;
    if (!isSame) await updateBackupSettings(context.db, { ...input, scheduledSince: toDate(context.now()) });
    return input;
  }),
  prepareDownload: backups.prepareDownload.handler(async ({ context, input }) => {
    await requireRecentAuthentication(context);
    const { items } = await getBackupOverview(context);
    if (input.name !== SECRET_KEY_FILE && !items.some(({ name }) => name === input.name)) throw noSuchBackup();
    return { path: dashboardPaths.backupDownload(input.name) };
  }),
});

const noSuchBackup = () =>
  new AppError('NOT_FOUND', 'This backup no longer exists. Reload the page to see the current ones.');

/** Returns a local file that the owner may download, to be released afterwards. Throws NOT_FOUND. */
async function openDownload({ backupFolder, backupBucket, dataDir, isSecretKeyConfigured }: ApiContext, name: string) {
  const release = async () => {};
  if (name === SECRET_KEY_FILE && !isSecretKeyConfigured) return { path: join(dataDir, SECRET_KEY_FILE), release };
  if (await readBackupFile(backupFolder, name)) return { path: join(backupFolder, name), release };
  const copy = parseBackupName(name) && (await backupBucket?.download(name));
  if (!copy) throw noSuchBackup();
  return copy;
}

/** Serves backups and the secret key to the owner, who must have signed in within the last minutes. */
export function registerDownloadRoute(app: FastifyInstance, contexts: RequestContextFactory): void {
  app.get<{ Params: { name: string } }>(dashboardPaths.backupDownload(':name'), async (request, reply) => {
    await requireRole(contexts, request, 'owner');
    const context = await contexts.createForCaller(request);
    if (!(await hasRecentAuthentication(context))) return reply.redirect(dashboardPaths.backups);
    const { name } = request.params;
    const file = await openDownload(context, name);
    // Copying it from the bucket can take longer than the owner waits.
    if (reply.raw.destroyed) {
      await file.release();
      return reply.hijack();
    }
    reply.raw.once('close', () => void file.release());
    if (name === SECRET_KEY_FILE) {
      await updateBackupSettings(context.db, { secretKeyDownloadedAt: toDate(context.now()) });
    }
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      })
      .send(createReadStream(file.path));
  });
}
