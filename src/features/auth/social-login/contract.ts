import { z } from 'zod';
import { endpoint, instant, emptyInput } from '#shared/contract.ts';

/** Another site that people may sign in by. */
const offeredProvider = z.object({
  name: z.string(),
  label: z.string(),
  /** Whether this site itself plays the provider, with invented people: on a local site only. */
  isFake: z.boolean(),
});
export type SocialLoginProvider = z.infer<typeof offeredProvider>;

const offer = z.object({
  /** The address at which signing in works: providers send people back nowhere else. */
  siteUrl: z.string(),
  providers: z.array(offeredProvider),
});
export type SocialLoginOptions = z.infer<typeof offer>;

/** An identity elsewhere by which a person signs in here. */
const identity = z.object({
  id: z.string(),
  provider: z.string(),
  label: z.string(),
  /** As whom the provider knows them, where we were told. */
  accountName: z.string().nullable(),
  addedAt: instant,
  /** False for the last way to sign in. */
  removable: z.boolean(),
});
export type LinkedAccount = z.infer<typeof identity>;

const tags = ['identities'];

export const socialLoginContract = {
  providers: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/providers', tags, summary: 'Which other sites people may sign in by' })
    .input(emptyInput)
    .output(offer),
  mine: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/profile/identities', tags, summary: 'By which identities elsewhere I sign in' })
    .input(emptyInput)
    .output(z.object({ items: z.array(identity) })),
  remove: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'DELETE',
      path: '/profile/identities/{id}',
      tags,
      summary: 'Sign in by an identity no more; refused for the last way to sign in',
    })
    .input(z.strictObject({ id: z.string().max(100, 'There is no such identity.') }))
    .output(z.object({ removed: z.literal(true) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    identities: typeof socialLoginContract;
  }
}
