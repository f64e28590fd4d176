import { join } from 'node:path';

/** The repository root: migrations, content and the build are next to the sources. */
export const root = join(import.meta.dirname, '../..');
