import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { findErrorCode } from '../startup-error.ts';
import { LocalFile } from './local-file.ts';

/** A file to stream. */
export interface StoredFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** A stored file on the local disk, for random access. */
export interface LocalCopy {
  readonly path: string;
  /** Deletes the copy, if one was made. */
  release(): Promise<void>;
}

/** Storage for uploaded and generated files, by names such as `pictures/ab12-800.avif`. */
export interface FileStore {
  read(name: string): Promise<Buffer | undefined>;
  /** Opens a file as a stream, for large ones. The stream must be read or destroyed. */
  open(name: string): Promise<StoredFile | undefined>;
  /** Opens a file for random access, such as an archive. It must be released. */
  local(name: string): Promise<LocalCopy | undefined>;
  has(name: string): Promise<boolean>;
  /**
   * Writes a file atomically and durably: a power failure after it returns doesn't lose it. A Blob is never held in
   * memory.
   */
  write(name: string, bytes: Uint8Array | Blob): Promise<void>;
  /** Deletes the files that exist. */
  remove(...names: readonly string[]): Promise<void>;
}

/** Thrown if the file store doesn't respond or rejects a request. */
export class FileStoreUnavailableError extends Error {
  override readonly name = 'FileStoreUnavailableError';
}

const SAFE_NAME = /^[a-z0-9]+(?:[-/.][a-z0-9]+)*$/;

/** Returns a file name. Throws RangeError if it could lead outside the store. */
export function assertFileName(name: string): string {
  if (!SAFE_NAME.test(name)) throw new RangeError(`"${name}" is not a valid file name.`);
  return name;
}

/** Resolves to undefined if a file is missing. */
export function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (findErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Syncs a folder's entries to disk, which fsync of a file doesn't do. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its parents, accessible only to this account. */
async function ensureFolder(folder: string): Promise<void> {
  const first = (await mkdir(folder, { recursive: true, mode: 0o700 })) ?? `${folder}/`;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Hard-links a file, or copies it if that fails, as to another disk. */
async function duplicate(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL));
}

/**
 * Stores files in a local folder, accessible only to this account. Throws RangeError for names that could leave the
 * folder.
 */
export function createDiskStore(folder: string): FileStore {
  const toPath = (name: string) => join(folder, assertFileName(name));
  return {
    read: async name => unlessMissing(readFile(toPath(name))),
    async open(name) {
      const file = await unlessMissing(open(toPath(name)));
      return file && { bytes: (await file.stat()).size, stream: file.createReadStream() };
    },
    async local(name) {
      const path = toPath(name);
      return (await unlessMissing(stat(path))) && { path, release: async () => {} };
    },
    async has(name) {
      return access(toPath(name)).then(
        () => true,
        () => false,
      );
    },
    async write(name, bytes) {
      const target = toPath(name);
      await ensureFolder(dirname(target));
      const draft = `${target}.${randomUUID()}`;
      try {
        if (bytes instanceof LocalFile) await duplicate(bytes.path, draft);
        const handle = await open(draft, bytes instanceof LocalFile ? 'r+' : 'wx', 0o600);
        try {
          if (!(bytes instanceof LocalFile)) await handle.writeFile(bytes instanceof Blob ? bytes.stream() : bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, target);
        await syncFolder(dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async remove(...names) {
      for (const path of names.map(toPath)) await rm(path, { force: true });
    },
  };
}
