import { getUser } from '#features/accounts/queries/users.ts';
import { listPicturesById } from '#features/media/queries/pictures.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Log } from '#platform/log.ts';
import { openZip, isZip } from '#platform/files/zip-reader.ts';
import { AppError } from '#shared/errors.ts';
import { findPresent, forgetOldArchives, getArchive, getStored, removeArchiveFiles } from './actions/archives.ts';
import { type ReadyPost, readyPost, writeImport } from './actions/importing.ts';
import { removeTaken, takePictures, type TakenPictures } from './actions/pictures.ts';
import { ARCHIVE_LIMITS, type StoredImport } from './actions/reading.ts';
import type { ImportChoices, PlannedPost } from './contract.ts';
import { getImport, updateImport } from './queries.ts';
import { planImport } from './rules/plan.ts';

/** What moving an archive in works with. */
export type TransferJobServices = Pick<ApiServices, 'db' | 'files' | 'jobs' | 'now'> & { readonly log: Log };

const none: TakenPictures = { ids: new Map(), added: [] };

async function picturesFor(
  { db, files }: TransferJobServices,
  id: string,
  read: StoredImport,
  plan: readonly PlannedPost[],
): Promise<TakenPictures> {
  const wanted = plan
    .filter(({ fate }) => fate === 'new')
    .flatMap(({ position }) => Object.values(read.posts[position]?.found ?? {}));
  const archive = await getArchive(files, id);
  if (wanted.length === 0 || !isZip(archive)) return none;
  return takePictures(db, files, await openZip(archive, ARCHIVE_LIMITS), new Set(wanted), {
    own: read.source === 'freehold' ? read.pictures : undefined,
  });
}

/**
 * Moves an archive in: all of it, or nothing. Pictures and texts are made before the transaction; where it fails, the
 * pictures' files are removed again, and why it failed is kept for the owner.
 */
export async function runImport(services: TransferJobServices, importId: string): Promise<void> {
  const { db, files, log, now } = services;
  const row = await getImport(db, importId);
  if (row.state !== 'queued') return;
  const choices: ImportChoices = row.choices ?? { standing: 'draft', authors: 'keep' };
  let taken = none;
  try {
    const read = await getStored(files, importId);
    const present = await findPresent(db, read.source);
    const plan = planImport(read.source, read.posts, present, choices, now().toString({ fractionalSecondDigits: 3 }));
    taken = await picturesFor(services, importId, read, plan);
    const ready: ReadyPost[] = [];
    const added = taken.added;
    // The new pictures' rows are not written yet.
    const shapes = async (ids: string[]) =>
      new Map([...(await listPicturesById(db, ids)), ...added.map(picture => [picture.id, picture] as const)]);
    for (const line of plan.filter(({ fate }) => fate === 'new')) {
      const post = read.posts[line.position];
      const one = post && (await readyPost(read.source, post, line, { taken: taken.ids, shapes }));
      if (one) ready.push(one);
    }
    const { email, role } = await getUser(db, row.uploadedBy);
    const actor = { role, userId: row.uploadedBy, email, sessionId: '' };
    const outcome = {
      made: ready.length,
      present: plan.filter(({ fate }) => fate === 'present').length,
      refused: plan.filter(({ fate }) => fate !== 'present').length - ready.length,
      pictures: taken.added.length,
    };
    await db.transaction(async tx => {
      // Of two at once, the second finds it done.
      const { state } = await getImport(tx, importId, { lock: true });
      if (state !== 'queued') throw new AppError('CONFLICT', 'This was moved in already.');
      await writeImport(
        tx,
        { ...services, actor },
        { importId, source: read.source, choices, ready, pictures: taken.added },
      );
      const endedAt = new Date(now().epochMilliseconds);
      await updateImport(tx, importId, { state: 'done', error: null, outcome, endedAt });
    });
    log.info({ importId, ...outcome }, 'an archive was moved in');
  } catch (error) {
    await removeTaken(files, taken.added);
    log.warn({ err: error, importId }, 'an archive was not moved in');
    const sentence =
      error instanceof AppError
        ? error.message
        : 'Something went wrong while it was written, so nothing was moved in. Try again; if it stays so, the log says more.';
    const { state } = await getImport(db, importId);
    if (state === 'queued') await updateImport(db, importId, { state: 'failed', error: sentence });
    return;
  }
  await removeArchiveFiles(files, importId);
}

/** Forgets archives that nobody decided about. */
export async function forgetOld(services: Pick<TransferJobServices, 'db' | 'files' | 'now' | 'log'>): Promise<void> {
  const forgotten = await forgetOldArchives(services);
  if (forgotten > 0) services.log.info({ forgotten }, 'archives that nobody decided about were forgotten');
}
