import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { deleteMessagesByPerson } from '../queries/deletion.ts';
import { listMessagesByPerson } from '../queries/sender.ts';
import { deleteMessageArtifacts } from './delete-messages.ts';

/** Messages a person sent while signed in or from their own address. All are deleted with their account. */
export const contactPersonalData: PersonalDataProvider = {
  name: 'messages',
  export: (db, person) => listMessagesByPerson(db, person),
  erase: async (tx, person, services) => deleteMessageArtifacts(tx, services, await deleteMessagesByPerson(tx, person)),
};
