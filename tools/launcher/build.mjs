import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isBuildCurrent, stampFile } from './build-stamp.mjs';
import { LaunchError, root, runPinned, stopRequest } from './processes.mjs';

/** Returns whether there is a complete build, even an outdated one. */
export function isBuilt() {
  return existsSync(stampFile);
}

/** Builds into `dist` unless the build is current. */
export async function build() {
  if (isBuildCurrent()) return;

  console.error('Building…');
  const stamp = fingerprint();
  // Otherwise a build that fails halfway would count as current once the sources are reverted.
  rmSync(stampFile, { force: true });
  const code = await runPinned(['tools/build/build.ts']);
  if (stopRequest()) process.exit(code);
  if (code !== 0) throw new LaunchError(`The build failed (code ${code}). See the output above.`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
}
