import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { createDiskStore, type FileStore, FileStoreUnavailableError } from './file-store.ts';
import type { TemporaryFolder } from './local-file.ts';
import type { S3Settings } from './s3-store.ts';

/**
 * Opens the file store: the data folder, or the configured S3-compatible store, whose code loads only then. Throws a
 * StartupError if that store can't be used.
 */
export async function openFileStore(
  { dataDir, s3 }: { readonly dataDir: string; readonly s3?: S3Settings | undefined },
  temporary: TemporaryFolder,
): Promise<FileStore> {
  if (!s3) return createDiskStore(join(dataDir, 'files'));
  const { createS3Store } = await import('./s3-store.ts');
  const store = createS3Store(s3, { temporary });
  try {
    await store.write('start.txt', new TextEncoder().encode('This site stores its files here.'));
    // Without list permission, S3 returns 403 for missing files.
    await store.has('no-such-file.txt');
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError)) throw error;
    throw new StartupError(
      `The bucket ${s3.bucket} at S3_ENDPOINT cannot be used: ${error.message} Its keys need permission to read, write, delete and list.`,
    );
  }
  return store;
}
