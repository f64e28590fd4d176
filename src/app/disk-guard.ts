import { type Disk, inMegabytes, writeReserve } from '#platform/files/disk-space.ts';
import { isSafeMethod } from '#platform/http/same-origin.ts';
import { AppError } from '#shared/errors.ts';
import { FULL_DISK } from '#platform/api/errors.ts';

/** Throws UNAVAILABLE if less disk space is free than the owner set, in bytes. */
export async function checkReadiness(disk: Disk, minFreeDisk: number): Promise<void> {
  const free = await disk.free();
  if (free >= minFreeDisk) return;
  throw new AppError(
    'UNAVAILABLE',
    `The disk is almost full: ${inMegabytes(free)} MB are free, but ${inMegabytes(minFreeDisk)} MB are required.`,
  );
}

/** Throws UNAVAILABLE for writing requests while the disk is full. */
export async function refuseWritesOnFullDisk(disk: Disk, minFreeDisk: number, method: string): Promise<void> {
  if (!isSafeMethod(method) && (await disk.free()) < writeReserve(minFreeDisk))
    throw new AppError('UNAVAILABLE', FULL_DISK);
}
