import { expect, test } from 'vitest';
import { readStoredContent } from './stored-content.ts';

const saved = { title: 'Saved', coverImageId: null, socialTitle: null, repositoryUrl: null };

test('a stored draft with former field names is read', () => {
  const stored = { title: 'Moon', coverId: 'abc', cardTitle: 'On the moon', repository: 'https://example.com/' };
  expect(readStoredContent(stored, saved)).toEqual({
    title: 'Moon',
    coverImageId: 'abc',
    socialTitle: 'On the moon',
    repositoryUrl: 'https://example.com/',
  });
});

test('unknown fields are left out, and missing ones stay as they are saved', () => {
  expect(readStoredContent({ title: 'Moon', gone: true }, saved)).toEqual({ ...saved, title: 'Moon' });
});
