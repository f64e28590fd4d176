import { z } from 'zod';
import { defineEndpoints, instant, emptyInput } from '#shared/contract.ts';

const offeredProvider = z.object({
  name: z.string(),
  label: z.string(),
  /** A fake provider of this site with made-up users: on a local site only. */
  isFake: z.boolean(),
});
export type SocialLoginProvider = z.infer<typeof offeredProvider>;

const offer = z.object({
  /** The only URL at which sign-in works: providers redirect nowhere else. */
  siteUrl: z.string(),
  providers: z.array(offeredProvider),
});
export type SocialLoginOptions = z.infer<typeof offer>;

/** A linked provider account. */
const identity = z.object({
  id: z.string(),
  provider: z.string(),
  label: z.string(),
  /** The user's name at the provider, if known. */
  accountName: z.string().nullable(),
  linkedAt: instant,
  /** False for the last sign-in method. */
  canUnlink: z.boolean(),
});
export type LinkedAccount = z.infer<typeof identity>;

const { publicEndpoint, memberEndpoint } = defineEndpoints('social-login');

export const socialLoginContract = {
  listProviders: publicEndpoint('GET /social-login/providers', 'List the sign-in providers')
    .input(emptyInput)
    .output(offer),
  listLinkedAccounts: memberEndpoint('GET /profile/linked-accounts', 'List your linked sign-in providers')
    .input(emptyInput)
    .output(z.object({ items: z.array(identity) })),
  unlinkAccount: memberEndpoint(
    'DELETE /profile/linked-accounts/{id}',
    'Unlink a sign-in provider; the last sign-in method can’t be removed',
  )
    .input(z.strictObject({ id: z.string().max(100, 'This linked account doesn’t exist.') }))
    .output(z.object({ unlinked: z.literal(true) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    socialLogin: typeof socialLoginContract;
  }
}
