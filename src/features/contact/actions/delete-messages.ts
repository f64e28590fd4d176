import { deleteMails } from '#features/email/queries.ts';
import { removeQueue } from '#features/media/actions/queues.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Removed } from '../queries/deletion.ts';
import { placeOf } from '../rules/files.ts';

/** Lets go what else there is of messages that were deleted: the mails with their words, and their files. */
export async function dropRemains(
  tx: Transaction,
  { jobs }: Pick<ApiServices, 'jobs'>,
  { mails, files }: Removed,
): Promise<void> {
  await deleteMails(tx, mails);
  if (files.length > 0) await jobs.enqueue(tx, removeQueue, { files: files.map(placeOf) });
}
