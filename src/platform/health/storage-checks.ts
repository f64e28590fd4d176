import { randomUUID } from 'node:crypto';
import { listDamagedFiles, listRandomFiles } from '../files/checked-store.ts';
import { formatSpace } from '../files/disk-space.ts';
import type { HealthCheck } from './check.ts';

export const diskCheck: HealthCheck = {
  name: 'disk',
  label: 'Disk space',
  group: 'Data',
  async run({ disk, minFreeDisk }) {
    const free = await disk.free();
    if (free === Infinity) return { status: 'ok', message: 'Enough space is free.' };
    const message = `${formatSpace(free)} are free. The site needs at least ${formatSpace(minFreeDisk)}.`;
    if (free >= 4 * minFreeDisk) return { status: 'ok', message };
    const help = 'Move old backups to another machine, delete files you don’t need, or add disk space.';
    return { status: free >= minFreeDisk ? 'warning' : 'failing', message, help };
  },
};

/** Files whose content is compared to its checksum in each run. */
const SAMPLE_SIZE = 10;

export const filesCheck: HealthCheck = {
  name: 'files',
  label: 'Stored files',
  group: 'Data',
  async run({ db, files, log }) {
    const name = `checks/${randomUUID()}.txt`;
    const content = Buffer.from('Written by a health check.');
    try {
      await files.write(name, content);
      if (!(await files.read(name))?.equals(content)) throw new Error('A file written by the check can’t be read.');
    } catch (err) {
      log.warn({ err }, 'the file store failed its health check');
      return {
        status: 'failing',
        message: 'Files can’t be saved and read back. The log shows why.',
        help: 'Check the disk and its permissions, or the S3 settings and the bucket’s permissions.',
      };
    } finally {
      await files.remove(name).catch(() => {});
    }
    // Reading a file compares it to its checksum, and records damage.
    const sample = await listRandomFiles(db, SAMPLE_SIZE);
    for (const file of sample) await files.read(file);
    const { total } = await listDamagedFiles(db, 1);
    if (total > 0) {
      return {
        status: 'failing',
        message: `${total === 1 ? 'One file is' : `${total} files are`} missing or damaged.`,
        help: 'Restore each file from a backup, or upload it again. The media library lists them.',
      };
    }
    const message = 'Files can be saved and read.';
    if (sample.length === 0) return { status: 'ok', message };
    const matches =
      sample.length === 1 ? 'One file matches its checksum.' : `${sample.length} random files match their checksums.`;
    return { status: 'ok', message: `${message} ${matches}` };
  },
};
