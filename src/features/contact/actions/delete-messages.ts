import { deleteEmails } from '#features/email/index.ts';
import { deleteFilesQueue } from '#features/media/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { DeletedMessages } from '../queries/deletion.ts';
import { buildContactFileKey } from '../rules/files.ts';

/** Deletes what belongs to deleted messages: emails that quote them, and files. */
export async function deleteMessageArtifacts(
  tx: Transaction,
  { jobs }: Pick<ApiServices, 'jobs'>,
  { mails, files }: DeletedMessages,
): Promise<void> {
  await deleteEmails(tx, mails);
  if (files.length > 0) await jobs.enqueue(tx, deleteFilesQueue, { files: files.map(buildContactFileKey) });
}
