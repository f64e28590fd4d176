import { z } from 'zod';
import { endpoint, emptyInput, integerParam } from '#shared/contract.ts';

/** The minimum password length that the specification allows (point 9), and the recommended one. */
export const MIN_PASSWORD_LENGTH = 6;
export const RECOMMENDED_PASSWORD_LENGTH = 10;

const tags = ['settings'];

const passwordRules = z.object({ minLength: z.int(), recommendedLength: z.int() });
export type PasswordPolicy = z.infer<typeof passwordRules>;

const settings = z.object({
  minPasswordLength: z.int(),
  /** The owner's time zone (IANA name). */
  timeZone: z.string(),
  /** Currency of new prices (ISO 4217). */
  defaultCurrency: z.string(),
  /** Site URL for the next start, if the environment sets none; null if unset. */
  configuredSiteUrl: z.string().nullable(),
  /** The current site URL. */
  siteUrl: z.string(),
  /** Whether the environment sets the URL, which overrides the setting. */
  isSiteUrlFromEnvironment: z.boolean(),
});
export type Settings = z.infer<typeof settings>;

/** IANA time zones, and UTC, which the runtime does not list. */
export const timeZones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
export const currencies = Intl.supportedValuesOf('currency');

/** Scheme, host and optional port: reject a path or password rather than drop it silently. */
const siteAddress = z
  .string()
  .trim()
  .max(200, 'This is too long.')
  .transform((text, context) => {
    if (text === '') return null;
    const address = /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    if (address) return address.origin;
    context.addIssue('Give the address alone, such as https://example.org');
    return z.NEVER;
  });

const choices = z.object({
  timeZones: z.array(z.string()),
  currencies: z.array(z.object({ code: z.string(), name: z.string() })),
});

const sampleContent = z.object({
  items: z.array(z.object({ kind: z.string(), count: z.int() })),
});

export const settingsContract = {
  getPasswordPolicy: endpoint
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/password-policy', tags, summary: 'How long a new password has to be' })
    .input(emptyInput)
    .output(passwordRules),
  get: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/settings', tags, summary: 'What the owner has set' })
    .input(emptyInput)
    .output(settings),
  getOptions: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/settings/options', tags, summary: 'The time zones and currencies that can be set' })
    .input(emptyInput)
    .output(choices),
  update: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'PATCH', path: '/settings', tags, summary: 'Change what is set: what is left out stays' })
    .input(
      z.strictObject({
        minPasswordLength: integerParam
          .pipe(
            z
              .number()
              .min(MIN_PASSWORD_LENGTH, `A password has at least ${MIN_PASSWORD_LENGTH} characters.`)
              .max(64, 'Nobody should have to type more than 64 characters.'),
          )
          .optional(),
        timeZone: z
          .string()
          .trim()
          .refine(name => timeZones.includes(name), 'Choose a time zone of the list, such as Europe/Berlin.')
          .optional(),
        defaultCurrency: z
          .string()
          .trim()
          .toUpperCase()
          .refine(code => currencies.includes(code), 'Choose a currency of the list by its three letters, such as EUR.')
          .optional(),
        configuredSiteUrl: siteAddress.optional(),
      }),
    )
    .output(settings),
  getDefaultCurrency: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'GET',
      path: '/settings/default-currency',
      tags,
      summary: 'The currency that new prices begin with',
    })
    .input(emptyInput)
    .output(z.object({ currency: z.string() })),
  getSampleContent: endpoint
    .meta({ access: 'owner' })
    .route({ method: 'GET', path: '/sample-content', tags, summary: 'What is there of the sample content' })
    .input(emptyInput)
    .output(sampleContent),
  loadSampleContent: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'POST',
      path: '/sample-content',
      tags,
      summary: 'Add the sample content that is missing; nothing of your own is changed',
    })
    .input(emptyInput)
    .output(sampleContent),
  removeSampleContent: endpoint
    .meta({ access: 'owner' })
    .route({
      method: 'DELETE',
      path: '/sample-content',
      tags,
      summary: 'Remove the sample content; nothing of your own is changed',
    })
    .input(z.strictObject({ confirm: z.string().refine(answer => answer === 'yes', 'Say that it is to be removed.') }))
    .output(sampleContent),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    settings: typeof settingsContract;
  }
}
