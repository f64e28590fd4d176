import { z } from 'zod';
import { email, userName, linkToken, currentPassword, user, newPasswordSchema } from '#features/auth/contract.ts';
import { endpoint, fileBody, instant, singleLineText, emptyInput, picture } from '#shared/contract.ts';
import { pictureTypes } from '#shared/uploads.ts';

const tags = ['profile'];

const profile = user.extend({
  createdAt: instant,
  hasPassword: z.boolean(),
  lastSignInAt: instant.nullable(),
  /** Replaces the current address once confirmed. */
  pendingEmailChange: z.object({ email: z.string(), expiresAt: instant }).nullable(),
});
export type Profile = z.infer<typeof profile>;

/** A browser session of the user. */
const device = z.object({
  id: z.string(),
  deviceName: z.string(),
  ip: z.string(),
  signInMethod: z.string(),
  createdAt: instant,
  lastActiveAt: instant,
  /** Whether it is the requesting session. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof device>;

/** Required for users with a password; others need a sign-in within the last 5 minutes. */
const optionalCurrentPassword = currentPassword.optional();

const ended = z.object({ revokedCount: z.int() });

export const profileContract = {
  get: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/profile', tags, summary: 'Who you are here' })
    .input(emptyInput)
    .output(profile),
  update: endpoint
    .meta({ access: 'member' })
    .route({ method: 'PATCH', path: '/profile', tags, summary: 'Change your name' })
    .input(z.strictObject({ name: userName }))
    .output(profile),
  deleteAccount: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/profile', tags, summary: 'Delete your account, for good' })
    .input(z.strictObject({ password: optionalCurrentPassword, email: z.string().max(254).optional() }))
    .output(z.object({ deleted: z.literal(true) })),
  setAvatar: endpoint
    .meta({ access: 'member' })
    .route({
      spec: operation => ({ ...operation, requestBody: fileBody(pictureTypes) }),
      method: 'PUT',
      path: '/profile/avatar',
      tags,
      summary:
        'Change your picture: the body is a PNG, JPEG, WebP, AVIF or GIF of at most 5 MiB, which is cut to a square',
    })
    .input(z.file())
    .output(z.object({ avatar: picture })),
  removeAvatar: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/profile/avatar', tags, summary: 'Remove your picture' })
    .input(emptyInput)
    .output(z.object({ avatar: z.null() })),
  requestEmailChange: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/profile/email',
      tags,
      successStatus: 202,
      summary: 'Ask for another e-mail address: a link to confirm it goes there',
    })
    .input(z.strictObject({ email, password: optionalCurrentPassword }))
    .output(z.object({ sentTo: z.string() })),
  cancelEmailChange: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/profile/email', tags, summary: 'Keep the present address after all' })
    .input(emptyInput)
    .output(z.object({ cancelled: z.boolean() })),
  getEmailChange: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/profile/email/{token}', tags, summary: 'Which address a link confirms' })
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string() })),
  confirmEmailChange: endpoint
    .meta({ access: 'public' })
    .route({
      method: 'POST',
      path: '/profile/email/confirm',
      tags,
      summary: 'Confirm the new address, which takes effect',
    })
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string() })),
  changePassword: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'PUT',
      path: '/profile/password',
      tags,
      summary: 'Change your password, or set a first one; ends your other sessions',
    })
    .input(newPasswordSchema({ currentPassword: optionalCurrentPassword }))
    .output(z.object({ changed: z.literal(true) })),
  exportData: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/profile/export',
      tags,
      outputStructure: 'detailed',
      summary: 'Everything that the site holds about you, as a file',
    })
    .input(emptyInput)
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
  listSessions: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/sessions', tags, summary: 'Where you are signed in' })
    .input(emptyInput)
    .output(z.object({ items: z.array(device) })),
  revokeSession: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/sessions/{id}', tags, summary: 'Sign out on one device' })
    .input(z.strictObject({ id: singleLineText.min(1, 'Name a session.').max(100, 'This session doesn’t exist.') }))
    .output(ended),
  revokeOtherSessions: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/sessions', tags, summary: 'Sign out on all other devices' })
    .input(emptyInput)
    .output(ended),
  revokeAllSessions: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/logout/all', tags, summary: 'Sign out on all devices, here too' })
    .input(emptyInput)
    .output(ended),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    profile: typeof profileContract;
  }
}
