import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that a build reads. Unit tests in these folders don't count. */
const INPUTS = ['src', 'vite.config.ts', 'package-lock.json', 'tools/build'];

const stampOf = root => join(root, 'dist', '.stamp');

/** The file in the build with the fingerprint of its sources. */
export const stampFile = stampOf(checkout);

/** Returns whether the build was made from the current sources. */
export function isBuildCurrent(root = checkout) {
  return existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === fingerprint(root);
}

/** Returns a hash of everything that a build reads. */
export function fingerprint(root = checkout) {
  const hash = createHash('sha256');
  const add = path => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).toSorted()) add(`${path}/${name}`);
    } else if (!path.endsWith('.test.ts')) {
      const content = readFileSync(full);
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
  };
  INPUTS.forEach(add);
  return hash.digest('hex');
}
