import { z } from 'zod';
import { endpoint, line } from '#shared/contract.ts';

/** The e-mail rule with the specification's messages (point 5). */
export const email = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Invalid email address')
  .regex(/^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/, 'Invalid email address');

/** The password rule with the specification's messages (points 5 and 9). */
export const password = z
  .string('Password is required')
  .min(1, 'Password is required')
  .min(6, 'Password must be at least 6 characters long')
  .max(128, 'Password must be at most 128 characters long');

export const personName = z
  .string('Name is required')
  .regex(/^\P{Cc}*$/u, 'Leave out line breaks and control characters.')
  .trim()
  .min(1, 'Name is required')
  .max(80, 'Name must be at most 80 characters long');

const token = line.min(1, 'The link is not whole.').max(100, 'The link is not right.');
const tags = ['accounts'];

export const accountsContract = {
  checkSetUp: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/set-up/{token}',
      tags,
      summary: 'Whether a set-up link still makes its opener the owner',
    })
    .input(z.strictObject({ token }))
    .output(z.object({ valid: z.literal(true) })),
  setUp: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'POST',
      path: '/set-up',
      tags,
      successStatus: 201,
      summary: 'Become the owner through the one-time link',
    })
    .input(z.strictObject({ token, name: personName, email, password }))
    .output(z.object({ name: z.string() })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    accounts: typeof accountsContract;
  }
}
