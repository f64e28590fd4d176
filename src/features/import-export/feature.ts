import { defineFeature, defineJob } from '#platform/feature.ts';
import { ACCEPTED_FILE_TYPES } from '#shared/uploads.ts';
import { importExportContract } from './contract/index.ts';
import { importExportCommands } from './commands.ts';
import { importExportHandlers, registerExportRoute } from './handlers.ts';
import { deleteExpiredImportsJob, runImport } from './jobs.ts';
import { cleanupImportsQueue, importQueue } from './rules/queues.ts';

export const importExport = defineFeature({
  name: 'import-export',
  handlers: { importExport: importExportHandlers },
  routes: (app, { contexts }) => registerExportRoute(app, contexts),
  commands: importExportCommands,
  uploads: [
    {
      endpoint: importExportContract.uploadArchive,
      types: ['application/octet-stream', ...ACCEPTED_FILE_TYPES, 'application/json', 'application/xml', 'text/xml'],
      wrongType: 'Send the archive as application/octet-stream.',
      tooLarge: 'There is not enough disk space for this archive',
    },
  ],
  jobs: [
    defineJob({ queue: importQueue, run: (services, { data }) => runImport(services, data.importId) }),
    defineJob({ queue: cleanupImportsQueue, run: deleteExpiredImportsJob, schedule: '53 3 * * *', cleanup: true }),
  ],
});
