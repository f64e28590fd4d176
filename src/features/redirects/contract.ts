import { z } from 'zod';
import {
  defineEndpoints,
  instant,
  searchTerm,
  singleLineText,
  createPageSchema,
  pageNumber,
  pageSize,
  integerParam,
} from '#shared/contract.ts';

export const creators = ['owner', 'import'] as const;

export const redirectSorts = ['newest', 'from'] as const;

const redirect = z.object({
  id: z.int(),
  /** The old path, decoded and in lower case. */
  from: z.string(),
  /** A path on this site, or an address elsewhere. */
  to: z.string(),
  /** Whether the target post or project is public. Until then, the old address returns 404. */
  active: z.boolean(),
  /** Whether the new address has a page. Always true for addresses elsewhere. */
  targetExists: z.boolean(),
  createdBy: z.enum(creators),
  createdAt: instant,
});
export type Redirect = z.infer<typeof redirect>;

const redirectQuery = z.strictObject({
  search: searchTerm.optional(),
  sort: z.enum(redirectSorts, `Sort by one of: ${redirectSorts.join(', ')}.`).prefault('newest'),
  page: pageNumber.prefault(1),
  pageSize: pageSize.prefault(25),
});
export type RedirectQuery = z.infer<typeof redirectQuery>;

const byId = z.strictObject({ id: integerParam });
const fields = z.strictObject({
  from: singleLineText.trim().min(1, 'Enter the old address.').max(2000, 'This address is too long.'),
  to: singleLineText.trim().min(1, 'Enter the new address.').max(2000, 'This address is too long.'),
});
export type RedirectFields = z.infer<typeof fields>;

const { ownerEndpoint } = defineEndpoints('redirects');

export const redirectsContract = {
  list: ownerEndpoint('GET /redirects', 'List redirects').input(redirectQuery).output(createPageSchema(redirect)),
  create: ownerEndpoint('POST /redirects', 'Add a redirect', { successStatus: 201 }).input(fields).output(redirect),
  get: ownerEndpoint('GET /redirects/{id}', 'Get a redirect').input(byId).output(redirect),
  update: ownerEndpoint('PUT /redirects/{id}', 'Update a redirect').input(byId.extend(fields.shape)).output(redirect),
  delete: ownerEndpoint('DELETE /redirects/{id}', 'Delete a redirect')
    .input(byId)
    .output(z.object({ deleted: z.literal(true) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    redirects: typeof redirectsContract;
  }
}
