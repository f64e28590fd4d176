import { constants } from 'node:fs';
import { access, chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findErrorCode, StartupError } from '../startup-error.ts';

/**
 * Creates the data folder if needed and restricts it to this account. As root it stays traversable, since the database
 * runs under its own account. Throws a StartupError if the folder isn't writable.
 */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new StartupError(
      `The data folder ${folder} is not writable. Give this account access to it, or set DATA_DIR to another folder.`,
    );
  }
  await restrict(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  await restrict(join(folder, 'files'), 0o700);
}

/** A folder of another account, such as a mounted volume, keeps its mode. */
async function restrict(folder: string, mode: number): Promise<void> {
  try {
    await chmod(folder, mode);
  } catch (error) {
    if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP'].includes(findErrorCode(error) ?? '')) throw error;
  }
}
