import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** From this size on, a Blob reports a wrong size. */
const MAX_BLOB_SIZE = 0xffffffff;

/**
 * A file on the local disk, such as an upload during its request. As a Blob, one of 4 GiB or more is empty and must be
 * read from its path.
 */
export class LocalFile extends File {
  readonly path: string;
  readonly #size: number;

  private constructor(path: string, size: number, parts: BlobPart[], name: string, type: string) {
    super(parts, name, { type });
    this.path = path;
    this.#size = size;
  }

  override get size(): number {
    return this.#size;
  }

  static async open(path: string, name: string, type: string): Promise<LocalFile> {
    const { size } = await stat(path);
    return new LocalFile(path, size, size < MAX_BLOB_SIZE ? [await openAsBlob(path)] : [], name, type);
  }
}

/** Returns up to `length` bytes from the start of a file. */
export async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Milliseconds after which a temporary file was left behind by a crash. */
const MAX_AGE = 24 * 3600 * 1000;

/** A folder for files that last as long as a request or job. */
export class TemporaryFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes a stream to a new file that only this account can read, and returns its path. `check` receives the number of
   * bytes so far, and may throw to reject more. Rethrows errors of `check` and of the source, and then leaves no file.
   */
  async write(
    source: AsyncIterable<Uint8Array>,
    check: (bytes: number) => void | Promise<void> = () => {},
  ): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, randomUUID());
    const file = await open(path, 'wx', 0o600);
    try {
      let bytes = 0;
      for await (const chunk of source) {
        bytes += chunk.length;
        await check(bytes);
        await file.appendFile(chunk);
      }
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return path;
  }

  /** Provides a file on disk while `use` runs: the file itself, or a temporary copy of one in memory. */
  async use<Result>(file: File, use: (file: LocalFile) => Promise<Result>): Promise<Result> {
    if (file instanceof LocalFile) return use(file);
    const path = await this.write(file.stream());
    try {
      return await use(await LocalFile.open(path, file.name, file.type));
    } finally {
      await this.remove(path);
    }
  }

  /** Provides a new folder, accessible only to this account, while `use` runs. */
  async useFolder<Result>(use: (path: string) => Promise<Result>): Promise<Result> {
    const path = join(this.#folder, randomUUID());
    await mkdir(path, { recursive: true, mode: 0o700 });
    try {
      return await use(path);
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  /** Deletes a file made by `write`. */
  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  /** Deletes files left behind by a crash. Those of other running instances are newer. */
  async clean(now: number): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
      const stats = await stat(path).catch(() => undefined);
      if (stats && now - stats.mtimeMs > MAX_AGE) await rm(path, { recursive: true, force: true });
    }
  }
}
