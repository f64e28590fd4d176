import { z } from 'zod';
import {
  endpoint,
  instant,
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
  /** Whether the post or project it leads to is public. Until then the old address answers 404. */
  active: z.boolean(),
  createdBy: z.enum(creators),
  createdAt: instant,
});
export type Redirect = z.infer<typeof redirect>;

const redirectQuery = z.strictObject({
  search: singleLineText.trim().max(120, 'Search for at most 120 characters.').optional(),
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

const tags = ['redirects'];

export const redirectsContract = {
  list: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/redirects', tags, summary: 'List redirects, a page at a time' })
    .input(redirectQuery)
    .output(createPageSchema(redirect)),
  create: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'POST', path: '/redirects', tags, successStatus: 201, summary: 'Add a redirect' })
    .input(fields)
    .output(redirect),
  get: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/redirects/{id}', tags, summary: 'Get a redirect' })
    .input(byId)
    .output(redirect),
  update: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'PUT', path: '/redirects/{id}', tags, summary: 'Change a redirect' })
    .input(byId.extend(fields.shape))
    .output(redirect),
  delete: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'DELETE', path: '/redirects/{id}', tags, summary: 'Delete a redirect' })
    .input(byId)
    .output(z.object({ deleted: z.literal(true) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    redirects: typeof redirectsContract;
  }
}
