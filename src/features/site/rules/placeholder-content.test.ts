import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createPlaceholderContent, SAMPLE_NAME } from './placeholder-content.ts';

const owner = { name: 'Ada Byron', email: 'ada@site.example' };
const profileWith = (title: string) =>
  createPlaceholderContent(owner, { title, timeZone: 'UTC', today: '2026-11-20' }).profile.name;

describe('a site without its sample content', () => {
  it('keeps the title that its owner set', () => {
    expect(profileWith('Byron & Daughters')).toBe('Byron & Daughters');
  });

  it("gets its owner's name if it had the sample's", async () => {
    expect(profileWith(SAMPLE_NAME)).toBe('Ada Byron');
    expect(await readFile('content/site/profile.yaml', 'utf8')).toContain(`name: ${SAMPLE_NAME}`);
  });
});
