import { loadSampleContentIfEmpty } from '#features/sample-content/index.ts';
import type { Database } from '#platform/database/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { features } from './features.ts';

/** Loads the sample content of `folder` into an empty site in one transaction. Returns whether anything was written. */
export function loadSampleContent(db: Database, files: FileStore, folder: string): Promise<boolean> {
  return db.transaction(tx => loadSampleContentIfEmpty(tx, { features, files, content: folder }));
}
