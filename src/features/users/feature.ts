import { defineFeature } from '#platform/feature.ts';
import { usersHandlers } from './handlers.ts';

export const users = defineFeature({
  name: 'users',
  handlers: { users: usersHandlers },
});
