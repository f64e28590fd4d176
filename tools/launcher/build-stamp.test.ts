import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fingerprint, isBuildCurrent } from './build-stamp.mjs';

it('a build is current until one of its sources changes', async () => {
  const root = await mkdtemp(join(tmpdir(), 'build-stamp-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'src'));
  await mkdir(join(root, 'dist'));
  await writeFile(join(root, 'src/page.ts'), 'one');
  expect(isBuildCurrent(root)).toBe(false);

  const stamp = () => writeFile(join(root, 'dist/.stamp'), fingerprint(root));
  await stamp();
  expect(isBuildCurrent(root)).toBe(true);
  await writeFile(join(root, 'README.md'), 'not part of the build');
  await writeFile(join(root, 'src/page.test.ts'), 'not part of the build');
  expect(isBuildCurrent(root)).toBe(true);
  await writeFile(join(root, 'src/page.ts'), 'two');
  expect(isBuildCurrent(root)).toBe(false);
  await stamp();
  await writeFile(join(root, 'src/more.ts'), '');
  expect(isBuildCurrent(root)).toBe(false);
});
