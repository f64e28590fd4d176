import { z } from 'zod';

/** Names of the first and the last part of a backup. Only a complete backup has a manifest. */
export const HEAD = 'backup.json';
export const MANIFEST = 'manifest.json';

/** The site’s secret key in hex. Only encrypted backups contain it. */
export const SECRET_KEY = 'secret.key';

const backedUpTable = z.object({
  /** With its schema, such as `public.posts`. */
  name: z.string(),
  columns: z.array(z.string()),
});
export type BackedUpTable = z.infer<typeof backedUpTable>;

/** The facts that a restore needs before it reads any row. */
export const backupHead = z.object({
  format: z.literal('freehold-backup'),
  formatVersion: z.literal(1),
  /** The version of Freehold that wrote it. */
  version: z.string(),
  createdAt: z.string(),
  /** The migrations of its database, with the SHA-256 of their files in hex. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Every table, in the order of its rows. */
  tables: z.array(backedUpTable),
});
export type BackupHead = z.infer<typeof backupHead>;

/** The contents of a complete backup. */
export const backupManifest = z.object({
  /** Number of rows by table. */
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  /** Size in bytes and SHA-256 in hex of every part before this one. */
  parts: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  /** The last value of each sequence that was used. */
  sequences: z.record(z.string(), z.number()),
  /** Files in the database's list that were missing. */
  missingFiles: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** A part of the rows of a table, in PostgreSQL's text format for COPY. Parts may end within a row. */
export const toTablePart = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`;

/** Returns the table of a part, or undefined if it contains no rows. */
export const tableOfPart = (name: string): string | undefined => /^tables\/([\w.]+)\/\d{6,}$/.exec(name)?.[1];

const FILES = 'files/';
export const toFilePart = (file: string) => FILES + file;

/** Returns the name of a stored file, or undefined if the part is none. */
export const fileOfPart = (name: string): string | undefined =>
  name.startsWith(FILES) ? name.slice(FILES.length) : undefined;
