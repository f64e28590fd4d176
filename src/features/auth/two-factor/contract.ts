import { z } from 'zod';
import { signedInResponse } from '../contract.ts';
import { endpoint, instant, singleLineText, emptyInput } from '#shared/contract.ts';

/** Six-digit app code or recovery code as typed: with spaces, hyphens, in either case. */
const code = singleLineText.trim().min(1, 'Type the code').max(100, 'This is no code');

const codeInput = z.strictObject({ code });
const optionalCodeInput = z.strictObject({ code: code.optional() });

/** Since when two-factor is enabled, and how many recovery codes are unused. */
const twoStep = z.object({
  since: instant.nullable(),
  recoveryCodesLeft: z.int(),
});
export type TwoFactorStatus = z.infer<typeof twoStep>;

/** Shown once, to set up the app. */
const setUp = z.object({
  /** Base32. */
  secret: z.string(),
  /** otpauth://totp/… */
  address: z.string(),
  /** The URL as a QR code: its size in modules, and the dark ones as an SVG path in units of a module. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type TwoFactorSetup = z.infer<typeof setUp>;

/** Shown once; the site stores only hashes. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()), twoStep });
export type NewRecoveryCodes = z.infer<typeof newCodes>;

const tags = ['two-steps'];

export const twoFactorContract = {
  status: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/profile/two-step', tags, summary: 'Whether you sign in in two steps' })
    .input(emptyInput)
    .output(twoStep),
  begin: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/profile/two-step',
      tags,
      successStatus: 201,
      summary: 'Begin to set up two-step sign-in: a secret for an app',
    })
    .input(emptyInput)
    .output(setUp),
  confirm: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/profile/two-step/confirm',
      tags,
      summary: 'Turn two-step sign-in on with a first code of the app',
    })
    .input(codeInput)
    .output(newCodes),
  renewCodes: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/profile/two-step/recovery-codes',
      tags,
      summary: 'Make new recovery codes in place of those before',
    })
    .input(optionalCodeInput)
    .output(newCodes),
  turnOff: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/profile/two-step/turn-off', tags, summary: 'Turn two-step sign-in off' })
    .input(optionalCodeInput)
    .output(twoStep),
  pending: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/login/second-step',
      tags,
      summary: 'Whether this browser is in the middle of signing in, and a code is asked for',
    })
    .input(emptyInput)
    .output(z.object({ pending: z.boolean() })),
  finishSignIn: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/login/second-step',
      tags,
      summary: 'End a sign-in in two steps with a code of the app, or a recovery code',
    })
    .input(codeInput)
    .output(signedInResponse),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    twoSteps: typeof twoFactorContract;
  }
}
