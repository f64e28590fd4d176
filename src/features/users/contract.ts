import { z } from 'zod';
import { email, roles, user } from '#features/auth/contract.ts';
import {
  defineEndpoints,
  instant,
  searchTerm,
  singleLineText,
  createPageSchema,
  pagedBy,
  rowName,
  streamedFile,
} from '#shared/contract.ts';

/** Sort orders of the user list; the first is the default. Users without a session are last in both orders by activity. */
const userSorts = [
  'newest',
  'oldest',
  'name_asc',
  'name_desc',
  'email_asc',
  'email_desc',
  'last_active_desc',
  'last_active_asc',
] as const;

/** Roles that can be assigned: the setup link creates the only owner. */
const assignableRole = z.enum(['member', 'author'], 'Choose member or author.');

const person = user.extend({
  createdAt: instant,
  /** When their sessions were last used; null without sessions. */
  lastActiveAt: instant.nullable(),
  disabledAt: instant.nullable(),
});
export type UserDetails = z.infer<typeof person>;

const peopleFilter = z.strictObject({
  search: searchTerm.optional(),
  role: z.enum(roles, 'Choose member, author or owner.').optional(),
  status: z.enum(['active', 'disabled'], 'Choose active or disabled.').optional(),
  sort: z.enum(userSorts, `Sort by one of: ${userSorts.join(', ')}.`).prefault('newest'),
});
export type UserFilter = z.infer<typeof peopleFilter>;

const peopleQuery = peopleFilter.extend(pagedBy(rowName, 25));
export type UserQuery = z.infer<typeof peopleQuery>;

const byId = z.strictObject({
  id: singleLineText.min(1, 'Enter an account ID.').max(60, 'This account doesn’t exist.'),
});
const { memberEndpoint, ownerEndpoint } = defineEndpoints('users');

export const usersContract = {
  list: ownerEndpoint('GET /users', 'List users').input(peopleQuery).output(createPageSchema(person)),
  export: ownerEndpoint('GET /users.csv', 'Export the filtered users as CSV', {
    outputStructure: 'detailed',
  })
    .input(peopleFilter)
    .output(streamedFile),
  getByEmail: memberEndpoint('GET /user/{email}', 'Get a user by email; members can only get themselves')
    .input(z.strictObject({ email }))
    .output(person),
  updateRole: ownerEndpoint('PUT /users/{id}/role', 'Change a user’s role to member or author')
    .input(byId.extend({ role: assignableRole }))
    .output(person),
  disable: ownerEndpoint('POST /users/{id}/disable', 'Disable an account and sign it out everywhere')
    .input(byId)
    .output(person),
  enable: ownerEndpoint('POST /users/{id}/enable', 'Enable an account').input(byId).output(person),
  revokeSessions: ownerEndpoint('POST /users/{id}/revoke-sessions', 'Sign a user out everywhere')
    .input(byId)
    .output(person),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    users: typeof usersContract;
  }
}
