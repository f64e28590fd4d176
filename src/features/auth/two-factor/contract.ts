import { z } from 'zod';
import { signedInResponse } from '../contract.ts';
import { endpoint, instant, singleLineText, emptyInput } from '#shared/contract.ts';

/** Six-digit app code or recovery code as typed: with spaces, hyphens, in either case. */
const code = singleLineText.trim().min(1, 'Type the code').max(100, 'This is no code');

const codeInput = z.strictObject({ code });
const optionalCodeInput = z.strictObject({ code: code.optional() });

/** Since when two-factor is enabled, and how many recovery codes are unused. */
const twoStep = z.object({
  enabledAt: instant.nullable(),
  remainingRecoveryCodes: z.int(),
});
export type TwoFactorStatus = z.infer<typeof twoStep>;

/** Shown once, to set up the app. */
const setUp = z.object({
  /** Base32. */
  secret: z.string(),
  /** otpauth://totp/… */
  otpauthUrl: z.string(),
  /** The URL as a QR code: its size in modules, and the dark ones as an SVG path in units of a module. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type TwoFactorSetup = z.infer<typeof setUp>;

/** Shown once; the site stores only hashes. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()), status: twoStep });
export type NewRecoveryCodes = z.infer<typeof newCodes>;

const tags = ['two-factor'];

export const twoFactorContract = {
  getStatus: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/profile/two-factor', tags, summary: 'Whether you sign in in two steps' })
    .input(emptyInput)
    .output(twoStep),
  startSetup: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/profile/two-factor',
      tags,
      successStatus: 201,
      summary: 'Begin to set up two-step sign-in: a secret for an app',
    })
    .input(emptyInput)
    .output(setUp),
  enable: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/profile/two-factor/enable',
      tags,
      summary: 'Turn two-step sign-in on with a first code of the app',
    })
    .input(codeInput)
    .output(newCodes),
  regenerateRecoveryCodes: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/profile/two-factor/recovery-codes',
      tags,
      summary: 'Make new recovery codes in place of those before',
    })
    .input(optionalCodeInput)
    .output(newCodes),
  disable: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/profile/two-factor/disable', tags, summary: 'Turn two-step sign-in off' })
    .input(optionalCodeInput)
    .output(twoStep),
  getChallenge: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'GET',
      path: '/login/two-factor',
      tags,
      summary: 'Whether this browser is in the middle of signing in, and a code is asked for',
    })
    .input(emptyInput)
    .output(z.object({ hasChallenge: z.boolean() })),
  verifyChallenge: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'POST',
      path: '/login/two-factor',
      tags,
      summary: 'End a sign-in in two steps with a code of the app, or a recovery code',
    })
    .input(codeInput)
    .output(signedInResponse),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    twoFactor: typeof twoFactorContract;
  }
}
