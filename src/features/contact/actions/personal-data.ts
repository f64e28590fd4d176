import { removeQueue } from '#features/media/actions/queues.ts';
import type { PersonalDataPart } from '#platform/api/personal-data.ts';
import { deleteMessagesOf, listMessagesOf } from '../queries/people.ts';
import { placeOf } from '../rules/files.ts';

/** What somebody wrote by the form, signed in or from the address that is theirs. All of it goes with their account. */
export const contactPersonalData: PersonalDataPart = {
  name: 'messages',
  collect: (db, person) => listMessagesOf(db, person),
  async erase(tx, person, { jobs }) {
    const files = await deleteMessagesOf(tx, person);
    if (files.length > 0) await jobs.enqueue(tx, removeQueue, { files: files.map(placeOf) });
  },
};
