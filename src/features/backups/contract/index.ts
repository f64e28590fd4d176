import { z } from 'zod';
import { defineEndpoints, emptyInput, instant, integerParam } from '#shared/contract.ts';
import { runStatuses } from './constants.ts';

const { ownerEndpoint } = defineEndpoints('backups');

const backup = z.object({
  /** Its file in the backup folder. */
  name: z.string(),
  /** Size in bytes. */
  bytes: z.int(),
  createdAt: instant,
  /** Null for a backup that wasn't verified, such as one of the command line. */
  verifiedAt: instant.nullable(),
  /** Problems found by the verification. */
  problems: z.array(z.string()),
});
export type Backup = z.infer<typeof backup>;

const backupRun = z.object({
  status: z.enum(runStatuses),
  startedAt: instant,
  /** Bytes written so far. */
  bytes: z.int(),
  /** Why it failed. */
  errorMessage: z.string().nullable(),
});
export type BackupRun = z.infer<typeof backupRun>;

const overview = z.object({
  isScheduled: z.boolean(),
  /** 0 to 23, in the owner's time zone. */
  hour: z.int(),
  timeZone: z.string(),
  /** The next scheduled backup; null without a schedule. */
  nextAt: instant.nullable(),
  /** Where backups are stored: a folder on the server, or a bucket. */
  location: z.string(),
  /** Why the bucket can't be read; null if it can, or there is none. */
  bucketErrorMessage: z.string().nullable(),
  /** Whether `SECRET_KEY` sets the secret key, which the owner then already has. */
  isSecretKeyFromEnvironment: z.boolean(),
  secretKeyDownloadedAt: instant.nullable(),
  /** Whether new backups are encrypted. They then contain the secret key. */
  isEncrypted: z.boolean(),
  /** The backup that is being written or verified. */
  current: backupRun.nullable(),
  /** The last one that ended. */
  last: backupRun.nullable(),
  /** Newest first. */
  items: z.array(backup),
});
export type BackupOverview = z.infer<typeof overview>;

export const backupsContract = {
  list: ownerEndpoint('GET /backups', 'List the backups, with their settings and progress')
    .input(emptyInput)
    .output(overview),
  create: ownerEndpoint('POST /backups', 'Start a backup; GET /backups shows its progress')
    .input(emptyInput)
    .output(z.object({ isStarted: z.literal(true) })),
  updateSettings: ownerEndpoint('PATCH /backups/settings', 'Update the schedule')
    .input(
      z.strictObject({
        isScheduled: z.boolean(),
        hour: integerParam.pipe(
          z.number().min(0, 'Choose an hour from 0 to 23.').max(23, 'Choose an hour from 0 to 23.'),
        ),
      }),
    )
    .output(z.object({ isScheduled: z.boolean(), hour: z.int() })),
  prepareDownload: ownerEndpoint(
    'POST /backups/downloads',
    'Get the address of a backup, or of the secret key, for five minutes after signing in',
  )
    .input(z.strictObject({ name: z.string().max(100) }))
    .output(z.object({ path: z.string() })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    backups: typeof backupsContract;
  }
}
