import { defineFeature } from '#platform/feature.ts';
import { usersCommands } from './commands.ts';
import { usersHandlers } from './handlers.ts';

export const users = defineFeature({
  name: 'users',
  handlers: { users: usersHandlers },
  commands: usersCommands,
});
