import { z } from 'zod';
import type { S3Settings } from '#platform/files/s3-store.ts';
import { StartupError } from '#platform/startup-error.ts';

/** Settings of an S3-compatible store. Errors never repeat the keys. */
export const s3Environment = {
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.org' })
    .refine(url => !URL.canParse(url) || !/[?#@]/.test(url), 'must be an address such as https://s3.example.org')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be a region name such as eu-central-1')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name such as my-site')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().regex(/^\S+$/, 'must be a key without spaces').optional(),
  S3_SECRET_ACCESS_KEY: z.string().regex(/^\S+$/, 'must be a key without spaces').optional(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false'], 'must be true or false').default('false'),
};

const REQUIRED_S3_VARIABLES = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** Returns the configured store; undefined if none is. Throws a StartupError if a setting is missing. */
export function parseS3Config(value: z.infer<z.ZodObject<typeof s3Environment>>): S3Settings | undefined {
  const missing = REQUIRED_S3_VARIABLES.filter(name => value[name] === undefined);
  if (missing.length === REQUIRED_S3_VARIABLES.length) return undefined;
  if (missing.length > 0) {
    throw new StartupError(`Invalid setting: ${missing.join(', ')} must be set together with the other S3 settings.`);
  }
  return {
    endpoint: value.S3_ENDPOINT ?? '',
    region: value.S3_REGION ?? '',
    bucket: value.S3_BUCKET ?? '',
    accessKeyId: value.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: value.S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: value.S3_FORCE_PATH_STYLE === 'true',
  };
}
