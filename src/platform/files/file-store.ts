import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { LocalFile } from './local-file.ts';

/** A file to be passed on without being held in memory. */
export interface StoredFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** A stored file on this machine's disk, for random access. */
export interface LocalCopy {
  readonly path: string;
  /** Deletes the copy, if one was made. */
  release(): Promise<void>;
}

/** Where uploaded and made files are kept, by a name such as `pictures/ab12-800.avif`. */
export interface FileStore {
  read(name: string): Promise<Buffer | undefined>;
  /** The same for what may be large. The stream is to be read, or destroyed. */
  open(name: string): Promise<StoredFile | undefined>;
  /** Opens a file for random access, such as an archive. It must be released. */
  local(name: string): Promise<LocalCopy | undefined>;
  has(name: string): Promise<boolean>;
  /** Writes all of it or nothing; once it returns, a power cut does not lose it. A Blob is never held in memory. */
  write(name: string, bytes: Uint8Array | Blob): Promise<void>;
  /** Removes a file, if there is one. */
  remove(name: string): Promise<void>;
}

/** Thrown where the place in which files are kept does not answer, or refuses to work. */
export class FileStoreUnavailableError extends Error {
  override readonly name = 'FileStoreOutage';
}

const SAFE_NAME = /^[a-z0-9]+(?:[-/.][a-z0-9]+)*$/;

/** Names come from our own code; throws a RangeError for one that could mean another place. */
export function assertFileName(name: string): string {
  if (!SAFE_NAME.test(name)) throw new RangeError(`"${name}" is no file name of the store.`);
  return name;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Makes the entries of a folder survive a power cut, as fsync of a file alone does not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder with those above it, for this account only. */
async function ensureFolder(folder: string): Promise<void> {
  const first = (await mkdir(folder, { recursive: true, mode: 0o700 })) ?? `${folder}/`;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Hard-links a file, or copies it to another disk. */
async function duplicate(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL));
}

/** Files in a folder of this machine, readable by its account only. A name that could leave the folder is refused. */
export function createDiskStore(folder: string): FileStore {
  const place = (name: string) => join(folder, assertFileName(name));
  return {
    async read(name) {
      try {
        return await readFile(place(name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async open(name) {
      try {
        const file = await open(place(name));
        return { bytes: (await file.stat()).size, stream: file.createReadStream() };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async local(name) {
      const path = place(name);
      try {
        await stat(path);
        return { path, release: async () => {} };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async has(name) {
      return access(place(name)).then(
        () => true,
        () => false,
      );
    },
    async write(name, bytes) {
      const target = place(name);
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
    remove: async name => rm(place(name), { force: true }),
  };
}
