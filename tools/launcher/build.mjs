import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError, root, runPinned, stopRequest } from './processes.mjs';

/** All that a build reads: it is made again when a path or a byte among these changes. */
const INPUTS = ['src', 'vite.config.ts', 'package-lock.json', 'tools/build'];

const stampFile = join(root, 'dist', '.stamp');

/** Whether there is a whole build, of whatever age. */
export function isBuilt() {
  return existsSync(stampFile);
}

/** Builds into `dist` unless what is there was built from the same files. */
export async function build() {
  const stamp = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  console.log('Building …');
  // Without this, a build that fails half way and is then undone in the sources would pass for a good one.
  rmSync(stampFile, { force: true });
  const code = await runPinned(['tools/build/build.ts']);
  if (stopRequest()) process.exit(code);
  if (code !== 0) throw new LaunchError(`The build failed (code ${code}); its reason stands above.`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
}

function fingerprint() {
  const hash = createHash('sha256');
  const add = path => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).toSorted()) add(`${path}/${name}`);
    } else {
      const content = readFileSync(full);
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
  };
  INPUTS.forEach(add);
  return hash.digest('hex');
}
