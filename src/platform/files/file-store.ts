import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where uploaded and made files are kept, by a name such as `pictures/ab12-800.avif`. */
export interface FileStore {
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** Writes whole or not at all. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes a file, if there is one. */
  remove(name: string): Promise<void>;
}

const SAFE_NAME = /^[a-z0-9]+(?:[-/.][a-z0-9]+)*$/;

/** Files in a folder of this machine. Names come from our own code; one that could leave the folder is refused. */
export function openDiskStore(folder: string): FileStore {
  const place = (name: string) => {
    if (!SAFE_NAME.test(name)) throw new RangeError(`"${name}" is no file name of the store.`);
    return join(folder, name);
  };
  return {
    async read(name) {
      try {
        return await readFile(place(name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
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
      await mkdir(dirname(target), { recursive: true });
      const draft = `${target}.${randomUUID()}`;
      await writeFile(draft, bytes);
      await rename(draft, target);
    },
    remove: name => rm(place(name), { force: true }),
  };
}
