import { pictureUpload } from '#features/media/index.ts';
import { defineFeature } from '#platform/feature.ts';
import { emailChangePersonalData } from './actions/email-change.ts';
import { profileContract } from './contract.ts';
import { profileHandlers } from './handlers.ts';
import { deleteExpiredEmailChanges } from './queries.ts';

export const profile = defineFeature({
  name: 'profile',
  handlers: { profile: profileHandlers },
  uploads: [{ endpoint: profileContract.setAvatar, ...pictureUpload }],
  cleanup: deleteExpiredEmailChanges,
  personalData: [emailChangePersonalData],
});
