import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import { deleteMessagesOf } from '../queries/deletion.ts';
import { listMessagesOf } from '../queries/sender.ts';
import { dropRemains } from './delete-messages.ts';

/** What somebody wrote by the form, signed in or from the address that is theirs. All of it goes with their account. */
export const contactPersonalData: PersonalDataPart = {
  name: 'messages',
  collect: (db, person) => listMessagesOf(db, person),
  erase: async (tx, person, services) => dropRemains(tx, services, await deleteMessagesOf(tx, person)),
};
