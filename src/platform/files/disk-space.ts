import { statfs as systemStatfs } from 'node:fs/promises';

/** The free space on the disks with the site's data. */
export interface Disk {
  /** Returns the bytes that ordinary accounts can use on the fullest disk, measured at most once a second. */
  free(): Promise<number>;
}

const MEGABYTE = 1024 * 1024;

// PostgreSQL ends if it cannot extend its log, which takes the site down. This fits two of its log files.
const RESERVE = 32 * MEGABYTE;

/** Returns the free bytes below which writes are rejected, given the owner's limit `minFree`. */
export const writeReserve = (minFree: number): number => Math.min(RESERVE, minFree);

/** Returns the bytes available for large files, without the reserve for the database. */
export const getFreeSpace = async (disk: Disk): Promise<number> => Math.max(0, (await disk.free()) - 2 * RESERVE);

/** Milliseconds for which a measurement is cached. */
const MAX_AGE = 1000;

/** Measures the disks of these folders. A folder that doesn't exist yet doesn't count. */
export function watchDisk(folders: readonly string[], statfs: typeof systemStatfs = systemStatfs): Disk {
  let measured: Promise<number> = Promise.resolve(Infinity);
  let measuredAt = -Infinity;
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
      if (performance.now() - measuredAt > MAX_AGE) {
        measuredAt = performance.now();
        measured = measure();
      }
      return measured;
    },
  };
}

export const inMegabytes = (bytes: number): number => Math.floor(bytes / MEGABYTE);

/** Formats bytes as MB, or as GB from 10 GB. */
export function formatSpace(bytes: number): string {
  const megabytes = inMegabytes(bytes);
  return megabytes < 10_240 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
}
