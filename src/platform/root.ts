import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository root: migrations, content and the build are next to the sources. */
export const root = join(import.meta.dirname, '../..');

/** The version of Freehold. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
