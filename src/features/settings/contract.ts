import { z } from 'zod';
import { endpoint, nothing, wholeNumber } from '#shared/contract.ts';

/** The shortest password that the specification allows (point 9), and what is recommended. */
export const SHORTEST_PASSWORD = 6;
export const RECOMMENDED_PASSWORD = 10;

const tags = ['settings'];

const passwordRules = z.object({ minimumLength: z.int(), recommendedLength: z.int() });
export type PasswordRules = z.infer<typeof passwordRules>;

const settings = z.object({ minimumPasswordLength: z.int() });
export type Settings = z.infer<typeof settings>;

export const settingsContract = {
  passwordRules: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/password-rules', tags, summary: 'How long a new password has to be' })
    .input(nothing)
    .output(passwordRules),
  read: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/settings', tags, summary: 'What the owner has set' })
    .input(nothing)
    .output(settings),
  save: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'PUT', path: '/settings', tags, summary: 'Change what is set' })
    .input(
      z.strictObject({
        minimumPasswordLength: wholeNumber.pipe(
          z
            .number()
            .min(SHORTEST_PASSWORD, `A password has at least ${SHORTEST_PASSWORD} characters.`)
            .max(64, 'Nobody should have to type more than 64 characters.'),
        ),
      }),
    )
    .output(settings),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    settings: typeof settingsContract;
  }
}
