import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { deleteMessagesByPerson } from '../queries/deletion.ts';
import { listMessagesByPerson } from '../queries/sender.ts';
import { deleteMessageArtifacts } from './delete-messages.ts';

/** What somebody wrote by the form, signed in or from the address that is theirs. All of it goes with their account. */
export const contactPersonalData: PersonalDataProvider = {
  name: 'messages',
  export: (db, person) => listMessagesByPerson(db, person),
  erase: async (tx, person, services) => deleteMessageArtifacts(tx, services, await deleteMessagesByPerson(tx, person)),
};
