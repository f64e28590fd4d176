import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { FeatureConfig } from '#platform/feature.ts';
import { parseSecretKey } from '#platform/files/secret-key.ts';
import { StartupError } from '#platform/startup-error.ts';
import { isLocalSite } from '#shared/local-site.ts';
import { features } from './features.ts';
import { defineS3Variables, parseS3Config } from '#platform/files/s3-config.ts';

const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(1, 'must be a number from 1 to 65535')
  .max(65_535, 'must be a number from 1 to 65535');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address such as https://example.org' });

const commaSeparated = z.string().transform(text =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== ''),
);

const originList = commaSeparated.pipe(z.array(httpUrl.transform(url => new URL(url).origin)));

/** An IP address, a network such as 10.0.0.0/8, or a named range of private networks. */
const trustedProxy = z.string().refine(entry => {
  const [url = '', length, ...rest] = entry.split('/');
  const bits = isIP(url) === 6 ? 128 : 32;
  if (isIP(url) === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  return rest.length === 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits));
}, 'must list IP addresses or networks such as 10.0.0.0/8');

/** At least 32 random bytes. Errors never repeat the value. */
const secretKey = z.string().transform((text, context) => {
  const key = parseSecretKey(text);
  if (key) return key;
  context.addIssue('must be at least 32 random bytes in hex or base64, such as the output of openssl rand -hex 32');
  return z.NEVER;
});

const environmentSchema = z.object({
  PORT: port.default(5050),
  HOST: z.string().min(1).default('localhost'),
  SITE_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  MIN_FREE_DISK_MB: z.coerce.number('must be a number').min(0, 'must be 0 or more').default(256),
  SHUTDOWN_DELAY: z.coerce.number('must be a number').min(0, 'must be 0 or more').default(0),
  BACKUP_BEFORE_UPGRADE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SECRET_KEY: secretKey.optional(),
  ALLOWED_ORIGINS: originList.default([]),
  TRUSTED_PROXIES: commaSeparated.pipe(z.array(trustedProxy)).default([]),
  ...defineS3Variables('S3_'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info'),
});

/** The site's settings. `docs/configuration.md` describes each. */
export interface Config extends ReturnType<typeof toAppConfig>, FeatureConfig {}

const environments = features.flatMap(feature => feature.environment ?? []);
const featureVariables: z.ZodRawShape = Object.assign({}, ...environments.map(({ variables }) => variables));

/**
 * Reads the settings from the environment; empty values count as absent. Throws a StartupError that names each invalid
 * one.
 */
export function readConfig(environment: NodeJS.ProcessEnv, options: { isDevelopment?: boolean } = {}): Config {
  const values = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = z.intersection(environmentSchema, z.object(featureVariables)).safeParse(values);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(issue => `${String(issue.path[0])} ${issue.message}`);
    throw new StartupError(`Invalid setting: ${[...new Set(errors)].join('; ')}.`);
  }
  const value = parsed.data;
  const featureConfig = Object.assign({}, ...environments.map(each => each.parse(value))) as FeatureConfig;
  return { ...featureConfig, ...toAppConfig(value, options.isDevelopment ?? false) };
}

function toAppConfig(value: z.infer<typeof environmentSchema>, isDevelopment: boolean) {
  const siteUrl = new URL(value.SITE_URL ?? `http://localhost:${value.PORT}`).origin;
  return {
    port: value.PORT,
    host: value.HOST,
    /** Public origin without a trailing slash: the only source of absolute URLs. */
    siteUrl,
    /** Whether the environment sets it. */
    isSiteUrlConfigured: value.SITE_URL !== undefined,
    /** Whether the site URL is on this machine (domain, "Local site"). */
    isLocal: isLocalSite(siteUrl),
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    /** Bytes that must be free on the disk for the site to be ready. */
    minFreeDisk: value.MIN_FREE_DISK_MB * 1024 * 1024,
    /** Milliseconds in which a stopping site still answers requests but fails health checks. */
    shutdownDelay: value.SHUTDOWN_DELAY * 1000,
    /** Whether a start that updates the database backs it up first; always for the embedded one. */
    backupBeforeUpgrade: value.DATABASE_URL === undefined || value.BACKUP_BEFORE_UPGRADE === 'on',
    /** Key that encrypts columns; undefined if it is in a file in the data folder. */
    secretKey: value.SECRET_KEY,
    allowedOrigins: value.ALLOWED_ORIGINS,
    trustedProxies: value.TRUSTED_PROXIES,
    /** File storage; undefined if it is the data folder. */
    s3: parseS3Config('S3_', value),
    /** Token that gives access to `/metrics`; undefined if there are none. */
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL as string,
    isDevelopment,
  };
}

/** Returns the settings with the site URL set by the owner, unless the environment sets one. */
export function applyConfiguredSiteUrl(config: Config, url: string | null): Config {
  if (config.isSiteUrlConfigured || url === null) return config;
  return { ...config, siteUrl: url, isLocal: isLocalSite(url) };
}

/** Loads `.env` from the working directory; existing environment variables take precedence. */
export function loadDotenv(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
