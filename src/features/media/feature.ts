import { defineFeature, defineJob } from '#platform/feature.ts';
import { ACCEPTED_FILE_TYPES, MAX_DOCUMENT_SIZE } from '#shared/uploads.ts';
import { uploadsPersonalData } from './actions/personal-data.ts';
import { deleteFilesQueue, generateImageSizesQueue } from './actions/queues.ts';
import { mediaContract } from './contract.ts';
import { mediaHandlers, registerMediaRoutes } from './handlers.ts';
import { deleteFilesJob, preparePicture } from './jobs.ts';
import { updateStorageTotals } from './queries/pictures.ts';
import { pictureUpload } from './rules.ts';

export const media = defineFeature({
  name: 'media',
  handlers: { media: mediaHandlers },
  routes: (app, { services, contexts }) => registerMediaRoutes(app, services.files, contexts.createForCaller),
  uploads: [
    { endpoint: mediaContract.uploadPicture, ...pictureUpload },
    {
      endpoint: mediaContract.uploadFile,
      types: ACCEPTED_FILE_TYPES,
      maxBytes: MAX_DOCUMENT_SIZE,
      wrongType: 'Send a PDF or ZIP as the request body, with its content type.',
      tooLarge: 'This file is larger than 50 MB. Choose a smaller one.',
    },
  ],
  jobs: [
    defineJob({ queue: deleteFilesQueue, run: (services, { data }) => deleteFilesJob(services, data) }),
    defineJob({ queue: generateImageSizesQueue, run: (services, { data }) => preparePicture(services, data) }),
  ],
  cleanup: updateStorageTotals,
  personalData: [uploadsPersonalData],
});
