import { statfs as systemStatfs } from 'node:fs/promises';

/** The free space on the disk with the site's data. */
export interface Disk {
  /** Bytes that the fullest of its disks has left for ordinary accounts; measured at most once a second. */
  free(): Promise<number>;
}

const MEGABYTE = 1024 * 1024;

// A database that cannot extend its log ends, and takes readers with it: two of its log files fit in.
const RESERVE = 32 * MEGABYTE;

/** Bytes below which writes are refused, for an owner who wants `minFree` bytes free. */
export const writeReserve = (minFree: number): number => Math.min(RESERVE, minFree);

/** Bytes available for large files, without the reserve for the database. */
export const roomOn = async (disk: Disk): Promise<number> => Math.max(0, (await disk.free()) - 2 * RESERVE);

/** Milliseconds for which a measurement counts. */
const FRESH = 1000;

/** Watches the disks of these folders. One that is not there yet counts as empty. */
export function watchDisk(folders: readonly string[], statfs: typeof systemStatfs = systemStatfs): Disk {
  let measured: Promise<number> = Promise.resolve(Infinity);
  let at = -Infinity;
  async function measure(): Promise<number> {
    const free = folders.map(folder =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Infinity,
      ),
    );
    return Math.min(...(await Promise.all(free)));
  }
  return {
    free() {
      if (performance.now() - at > FRESH) {
        at = performance.now();
        measured = measure();
      }
      return measured;
    },
  };
}

export const inMegabytes = (bytes: number): number => Math.floor(bytes / MEGABYTE);
