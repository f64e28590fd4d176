import { z } from 'zod';
import { StartupError } from '../startup-error.ts';
import type { S3Settings } from './s3-store.ts';

const REQUIRED = ['ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;

/** Returns the environment variables of an S3-compatible store. Errors never repeat the keys. */
export function defineS3Variables(prefix: string): z.ZodRawShape {
  return {
    [`${prefix}ENDPOINT`]: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.org' })
      .refine(url => !URL.canParse(url) || !/[?#@]/.test(url), 'must be an address such as https://s3.example.org')
      .optional(),
    [`${prefix}REGION`]: z
      .string()
      .regex(/^[\w-]+$/, 'must be a region name such as eu-central-1')
      .optional(),
    [`${prefix}BUCKET`]: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name such as my-site')
      .optional(),
    [`${prefix}ACCESS_KEY_ID`]: z.string().regex(/^\S+$/, 'must be a key without spaces').optional(),
    [`${prefix}SECRET_ACCESS_KEY`]: z.string().regex(/^\S+$/, 'must be a key without spaces').optional(),
    [`${prefix}FORCE_PATH_STYLE`]: z.enum(['true', 'false'], 'must be true or false').default('false'),
  };
}

/** Returns the configured store; undefined if none is. Throws a StartupError if a setting is missing. */
export function parseS3Config(prefix: string, values: Readonly<Record<string, unknown>>): S3Settings | undefined {
  const get = (name: string) => values[`${prefix}${name}`] as string | undefined;
  const missing = REQUIRED.filter(name => get(name) === undefined).map(name => `${prefix}${name}`);
  if (missing.length === REQUIRED.length) return undefined;
  if (missing.length > 0) {
    throw new StartupError(
      `Invalid setting: ${missing.join(', ')} must be set together with the other ${prefix.replace(/_$/, '')} settings.`,
    );
  }
  return {
    endpoint: get('ENDPOINT') ?? '',
    region: get('REGION') ?? '',
    bucket: get('BUCKET') ?? '',
    accessKeyId: get('ACCESS_KEY_ID') ?? '',
    secretAccessKey: get('SECRET_ACCESS_KEY') ?? '',
    pathStyle: get('FORCE_PATH_STYLE') === 'true',
  };
}
