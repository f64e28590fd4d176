import { z } from 'zod';
import { defineEndpoints, instant, singleLineText, emptyInput, picture } from '#shared/contract.ts';
import { isTimeZone } from '#shared/time.ts';

/** Email rule with the specification's messages (point 5). */
export const email = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Invalid email address')
  .regex(/^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/, 'Invalid email address');

/** Password rule with the specification's messages (points 5 and 9). */
export const password = z
  .string('Password is required')
  .min(1, 'Password is required')
  .min(6, 'Password must be at least 6 characters long')
  .max(128, 'Password must be at most 128 characters long');

const confirmPassword = z
  .string('Confirm Password is required')
  .min(1, 'Confirm Password is required')
  .min(6, 'Password must be at least 6 characters long');

/** Returns the schema of a form in which a new password is typed twice; both must match. */
export function newPasswordSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .strictObject({ ...shape, password, confirmPassword })
    .refine(
      input => (input as { password: string }).password === (input as { confirmPassword: string }).confirmPassword,
      {
        path: ['confirmPassword'],
        error: 'Passwords don’t match',
        when: ({ issues }) => issues.length === 0,
      },
    );
}

export const currentPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(128, 'Incorrect password');

export const userName = z
  .string('Name is required')
  // Bidirectional control characters could make one name look like another (Unicode TR 36, 2.3).
  .regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, 'Remove line breaks and control characters.')
  .trim()
  .min(1, 'Name is required')
  .max(80, 'Name must be at most 80 characters long');

export const linkToken = singleLineText
  .min(1, 'This link is incomplete. Copy the full link and try again.')
  .max(100, 'This link is invalid. Copy the full link and try again.');

export const roles = ['member', 'author', 'owner'] as const;

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  avatar: picture.nullable(),
});
export type User = z.infer<typeof user>;

/** The signed-in user; the session token itself is in a cookie. */
export const signedInResponse = z.object({ user, expiresAt: instant });

/** Result of the first factor: signed in, or a code is required at `POST /login/two-factor`. */
export const signInResult = z.discriminatedUnion('state', [
  signedInResponse.extend({ state: z.literal('signed_in') }),
  z.object({ state: z.literal('two_factor_required') }),
]);

const { publicEndpoint, memberEndpoint } = defineEndpoints('auth');

export const authContract = {
  checkOwnerSetup: publicEndpoint('GET /setup/{token}', 'Check whether a setup link is valid')
    .input(z.strictObject({ token: linkToken }))
    .output(
      z.object({
        valid: z.literal(true),
        timeZone: z.string(),
        timeZones: z.array(z.string()),
      }),
    ),
  setUpOwner: publicEndpoint('POST /setup', 'Create the owner account with the setup link and sign in', {
    successStatus: 201,
  })
    .input(
      newPasswordSchema({
        token: linkToken,
        name: userName,
        email,
        /** Defaults to the owner's name. */
        siteTitle: singleLineText.trim().max(80).optional(),
        timeZone: singleLineText.max(60).refine(isTimeZone, 'Choose a time zone from the list.').optional(),
      }),
    )
    .output(signedInResponse),
  getSignInLink: publicEndpoint('GET /sign-in-links/{token}', 'Get whose sign-in link it is')
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string() })),
  signInWithLink: publicEndpoint('POST /sign-in-links', 'Sign in with a one-time link from the command line')
    .input(z.strictObject({ token: linkToken }))
    .output(signInResult),
  register: publicEndpoint('POST /register', 'Register; a confirmation link is sent by email', {
    successStatus: 202,
  })
    .input(newPasswordSchema({ name: userName, email }))
    .output(z.object({ sentTo: z.string() })),
  getRegistration: publicEndpoint('GET /register/{token}', 'Get the email address of a pending registration')
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string() })),
  confirmRegistration: publicEndpoint('POST /register/confirm', 'Confirm the email address and create the account', {
    successStatus: 201,
  })
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string() })),
  login: publicEndpoint('POST /login', 'Sign in with email and password')
    .input(z.strictObject({ email, password: currentPassword }))
    .output(signInResult),
  logout: publicEndpoint('POST /logout', 'Sign out')
    .input(emptyInput)
    .output(z.object({ signedOut: z.literal(true) })),
  getSession: publicEndpoint('GET /session', 'Get the signed-in user, if any')
    .input(emptyInput)
    .output(z.object({ user: user.nullable(), expiresAt: instant.nullable() })),
  refreshSession: memberEndpoint('POST /session/refresh', 'Extend the session')
    .input(emptyInput)
    .output(z.object({ expiresAt: instant })),
  reauthenticate: memberEndpoint(
    'POST /session/reauthenticate',
    'Reauthenticate with your password for the next five minutes',
  )
    .input(z.strictObject({ currentPassword: currentPassword }))
    .output(z.object({ reauthenticated: z.literal(true) })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    auth: typeof authContract;
  }
}
