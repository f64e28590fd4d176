import { z } from 'zod';
import { email, newPasswordSchema } from '../contract.ts';
import { endpoint, instant, emptyInput } from '#shared/contract.ts';

/** The code of the mail: six digits (specification, point 5). Blanks and hyphens between them are passed over. */
export const code = z
  .string('Type the six digits of the code')
  .transform(text => text.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Type the six digits of the code'));

const tags = ['password-resets'];

/** What somebody who has asked for a code waits for. `…In` are milliseconds from the answer on. */
const waiting = z.object({
  email: z.string(),
  expiresAt: instant,
  expiresIn: z.int(),
  /** When another code may be asked for. */
  resendAt: instant,
  resendIn: z.int(),
  /** Whether the right code has been typed, so that a new password may follow. */
  verified: z.boolean(),
});
export type PendingReset = z.infer<typeof waiting>;

export const passwordResetContract = {
  request: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/forget-password',
      tags,
      successStatus: 202,
      summary: 'Ask for a code by mail; the answer is the same for every address',
    })
    .input(z.strictObject({ email }))
    .output(waiting),
  waiting: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/otp', tags, summary: 'What this browser, which asked for a code, waits for' })
    .input(emptyInput)
    .output(waiting),
  resend: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/otp/resend',
      tags,
      successStatus: 202,
      summary: 'Ask for another code, which voids the one before',
    })
    .input(emptyInput)
    .output(waiting),
  verify: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'POST', path: '/otp', tags, summary: 'Type the code' })
    .input(z.strictObject({ code }))
    .output(z.object({ verified: z.literal(true) })),
  resetPassword: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/reset-password',
      tags,
      summary: 'Set a new password after the right code, which ends all sessions',
    })
    .input(newPasswordSchema({}))
    .output(z.object({ email: z.string() })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    passwordResets: typeof passwordResetContract;
  }
}
