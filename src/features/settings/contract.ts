import { z } from 'zod';
import { defineEndpoints, emptyInput, integerBetween } from '#shared/contract.ts';

/** The minimum password length that the specification allows (point 9), and the recommended one. */
export const MIN_PASSWORD_LENGTH = 6;
export const RECOMMENDED_PASSWORD_LENGTH = 10;

const { publicEndpoint, memberEndpoint, ownerEndpoint } = defineEndpoints('settings');

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
  .max(200, 'This address is too long. Use at most 200 characters.')
  .transform((text, context) => {
    if (text === '') return null;
    const url = /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    if (url) return url.origin;
    context.addIssue('Enter only the address, such as https://example.org.');
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
  getPasswordPolicy: publicEndpoint('GET /password-policy', 'Get the password policy')
    .input(emptyInput)
    .output(passwordRules),
  get: ownerEndpoint('GET /settings', 'Get the settings').input(emptyInput).output(settings),
  getOptions: ownerEndpoint('GET /settings/options', 'List the available time zones and currencies')
    .input(emptyInput)
    .output(choices),
  update: ownerEndpoint('PATCH /settings', 'Update the settings; omitted settings don’t change')
    .input(
      z.strictObject({
        minPasswordLength: integerBetween(
          MIN_PASSWORD_LENGTH,
          64,
          `Enter a whole number from ${MIN_PASSWORD_LENGTH} to 64.`,
        ).optional(),
        timeZone: z
          .string()
          .trim()
          .refine(name => timeZones.includes(name), 'Choose a time zone from the list, such as Europe/Berlin.')
          .optional(),
        defaultCurrency: z
          .string()
          .trim()
          .toUpperCase()
          .refine(code => currencies.includes(code), 'Choose a currency from the list, such as EUR.')
          .optional(),
        configuredSiteUrl: siteAddress.optional(),
      }),
    )
    .output(settings),
  getDefaultCurrency: memberEndpoint('GET /settings/default-currency', 'Get the default currency for new prices')
    .input(emptyInput)
    .output(z.object({ currency: z.string() })),
  getSampleContent: ownerEndpoint('GET /sample-content', 'Get the number of sample items on the site')
    .input(emptyInput)
    .output(sampleContent),
  loadSampleContent: ownerEndpoint(
    'POST /sample-content',
    'Add missing sample content; your own content doesn’t change',
  )
    .input(emptyInput)
    .output(sampleContent),
  removeSampleContent: ownerEndpoint(
    'DELETE /sample-content',
    'Remove the sample content; your own content doesn’t change',
  )
    .input(
      z.strictObject({
        confirm: z.string().refine(answer => answer === 'yes', 'Confirm that you want to remove the sample content.'),
      }),
    )
    .output(sampleContent),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    settings: typeof settingsContract;
  }
}
