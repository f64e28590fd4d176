import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';
// The contract sets the messages of schema errors, as when the site runs.
import '#shared/contract.ts';
import { readMarkdownFile, readMarkdownFiles, readYaml } from './content-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});
afterAll(() => rm(folder, { recursive: true }));

const shape = z.strictObject({ title: z.string(), likes: z.int() });
async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

describe('readMarkdownFile', () => {
  it('separates front matter and body, with either kind of line ending', async () => {
    for (const end of ['\n', '\r\n']) {
      const text = ['---', 'title: A day', 'likes: 3', '---', '', 'First.', '', '---', '', 'Second.', ''].join(end);
      const document = await readMarkdownFile(await file('a-day.md', text), shape);
      expect(document.name).toBe('a-day');
      expect(document.front).toEqual({ title: 'A day', likes: 3 });
      expect(document.body).toBe(['First.', '', '---', '', 'Second.'].join(end));
    }
  });

  it.each([
    ['no front matter', 'Just text.', /must start with front matter/],
    ['front matter without an end', '---\ntitle: x\n', /must start with front matter/],
    ['a field missing', '---\ntitle: x\n---\n', /likes/],
    ['a field too many', '---\ntitle: x\nlikes: 1\nrole: y\n---\n', /role/],
    ['a field of another kind', '---\ntitle: x\nlikes: many\n---\n', /likes/],
  ])('names the file and the error: %s', async (_what, text, says) => {
    const name = await file('wrong.md', text);
    const error: unknown = await readMarkdownFile(name, shape).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as StartupError).message).toContain(name);
    expect((error as StartupError).message).toMatch(says);
    expect((error as StartupError).message).not.toMatch(/\n|  |\.\.$/);
  });
});

describe('readYaml', () => {
  it('reads and validates', async () => {
    expect(await readYaml(await file('good.yaml', 'title: A\nlikes: 1\n'), shape)).toEqual({ title: 'A', likes: 1 });
    await expect(readYaml(await file('bad.yaml', 'title: 5\nlikes: 1\n'), shape)).rejects.toThrow(/bad\.yaml, title: /);
  });

  it('names the file if it is not YAML', async () => {
    const name = await file('broken.yaml', 'title: "unclosed\nlikes: [1, 2\n');
    const error: unknown = await readYaml(name, shape).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as StartupError).message).toContain('broken.yaml');
  });
});

describe('readMarkdownFiles', () => {
  it('reads only the Markdown files of a folder, in name order', async () => {
    const inner = await mkdtemp(join(folder, 'posts-'));
    for (const name of ['b.md', 'a.md', 'notes.txt'])
      await writeFile(join(inner, name), '---\ntitle: x\nlikes: 1\n---\n');
    expect((await readMarkdownFiles(inner, shape)).map(({ name }) => name)).toEqual(['a', 'b']);
  });
});
