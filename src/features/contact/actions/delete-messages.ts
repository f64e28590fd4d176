import { deleteEmails } from '#features/email/index.ts';
import { deleteFilesQueue } from '#features/media/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import type { Transaction } from '#platform/database/database.ts';
import { type DeletedMessages, deleteMessagesByPerson } from '../queries/deletion.ts';
import { listMessagesByPerson } from '../queries/sender.ts';
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

/** Messages a person sent while signed in or from their own address. All are deleted with their account. */
export const contactPersonalData: PersonalDataProvider = {
  name: 'messages',
  export: (db, person) => listMessagesByPerson(db, person),
  erase: async (tx, person, services) => deleteMessageArtifacts(tx, services, await deleteMessagesByPerson(tx, person)),
};
