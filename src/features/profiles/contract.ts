import { z } from 'zod';
import { user } from '#features/accounts/contract.ts';
import { endpoint, instant, nothing } from '#shared/contract.ts';

const tags = ['profiles'];

/** What somebody sees of themselves. */
const profile = user.extend({ createdAt: instant });
export type Profile = z.infer<typeof profile>;

export const profilesContract = {
  mine: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/profile', tags, summary: 'Who you are here' })
    .input(nothing)
    .output(profile),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    profiles: typeof profilesContract;
  }
}
