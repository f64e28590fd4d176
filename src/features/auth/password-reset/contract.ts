import { z } from 'zod';
import { email, newPasswordSchema } from '../contract.ts';
import { endpoint, instant, emptyInput } from '#shared/contract.ts';

/** Six-digit code from the email (specification, point 5). Spaces and hyphens are ignored. */
export const code = z
  .string('Type the six digits of the code')
  .transform(text => text.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Type the six digits of the code'));

const tags = ['password-reset'];

/** A pending password reset. Fields ending in `In` are milliseconds from the response on. */
const waiting = z.object({
  email: z.string(),
  expiresAt: instant,
  expiresInMs: z.int(),
  /** When another code may be requested. */
  resendAt: instant,
  resendInMs: z.int(),
  /** Whether the code was verified, so the new password can be set. */
  verified: z.boolean(),
});
export type PendingReset = z.infer<typeof waiting>;

export const passwordResetContract = {
  request: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'POST',
      path: '/forget-password',
      tags,
      successStatus: 202,
      summary: 'Ask for a code by mail; the answer is the same for every address',
    })
    .input(z.strictObject({ email }))
    .output(waiting),
  getStatus: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/otp', tags, summary: 'What this browser, which asked for a code, waits for' })
    .input(emptyInput)
    .output(waiting),
  resend: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'POST',
      path: '/otp/resend',
      tags,
      successStatus: 202,
      summary: 'Ask for another code, which voids the one before',
    })
    .input(emptyInput)
    .output(waiting),
  verifyCode: endpoint
    .meta({ access: 'public' })
    .route({ method: 'POST', path: '/otp', tags, summary: 'Type the code' })
    .input(z.strictObject({ code }))
    .output(z.object({ verified: z.literal(true) })),
  resetPassword: endpoint
    .meta({ access: 'public' })
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
    passwordReset: typeof passwordResetContract;
  }
}
