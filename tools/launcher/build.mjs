import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isBuildCurrent, stampFile } from './build-stamp.mjs';
import { LaunchError, root, runPinned, stopRequest } from './processes.mjs';

/** Whether there is a whole build, of whatever age. */
export function isBuilt() {
  return existsSync(stampFile);
}

/** Builds into `dist` unless what is there was built from the same files. */
export async function build() {
  if (isBuildCurrent()) return;

  console.log('Building …');
  const stamp = fingerprint();
  // Without this, a build that fails half way and is then undone in the sources would pass for a good one.
  rmSync(stampFile, { force: true });
  const code = await runPinned(['tools/build/build.ts']);
  if (stopRequest()) process.exit(code);
  if (code !== 0) throw new LaunchError(`The build failed (code ${code}); its reason stands above.`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
}
