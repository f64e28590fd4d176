import { defineFeature } from '#platform/feature.ts';
import { backupsCommands } from './commands.ts';

export const backups = defineFeature({
  name: 'backups',
  commands: backupsCommands,
});
