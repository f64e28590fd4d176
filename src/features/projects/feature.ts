import { countSamples } from '#features/publishing/index.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { toDate } from '#platform/database/dates.ts';
import { defineFeature, defineJob } from '#platform/feature.ts';
import { MAX_DOCUMENT_SIZE } from '#shared/uploads.ts';
import { projectsContract } from './contract/index.ts';
import { projectsHandlers } from './handlers.ts';
import { deleteExpiredProjectsJob, publishScheduledProjectsJob } from './jobs.ts';
import { projectsPersonalData } from './queries/deletion.ts';
import { buildProjectFileKey } from './queries/files.ts';
import { listProjectPictureUses } from './queries/picture-uses.ts';
import { cleanupProjectsQueue, publishProjectsQueue } from './rules/queues.ts';
import { deleteSampleProjects, loadProjectSamples } from './samples.ts';
import { projects as projectsTable } from './tables.ts';

export const projects = defineFeature({
  name: 'projects',
  handlers: { projects: projectsHandlers },
  uploads: [
    {
      endpoint: projectsContract.addFile,
      types: ['*'],
      maxBytes: MAX_DOCUMENT_SIZE,
      wrongType: 'Send the file as the request body.',
      tooLarge: 'This file is larger than 50 MB. Split it into smaller files.',
    },
  ],
  jobs: [
    defineJob({ queue: publishProjectsQueue, run: publishScheduledProjectsJob, onStart: true }),
    defineJob({ queue: cleanupProjectsQueue, run: deleteExpiredProjectsJob, schedule: '43 3 * * *', cleanup: true }),
  ],
  personalData: [projectsPersonalData],
  pictureUses: listProjectPictureUses,
  samples: {
    count: async db => [{ kind: 'projects', count: await countSamples(db, projectsTable) }],
    load: loadProjectSamples,
    async remove(tx, { now }) {
      const { files, pictures } = await deleteSampleProjects(tx, toDate(now));
      await invalidateTag(tx, 'projects');
      return { files: files.map(buildProjectFileKey), pictures };
    },
  },
});
