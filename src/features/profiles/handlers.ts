import { implement } from '@orpc/server';
import { getUser } from '#features/accounts/queries/users.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { profilesContract } from './contract.ts';

const profiles = implement(profilesContract).$context<ApiContext>();

export const profilesHandlers = profiles.router({
  mine: profiles.mine.handler(({ context }) => getUser(context.db, signedInActor(context).userId)),
});
