import { expect, it } from 'vitest';
import { toImportedContent } from './normalize-fields.ts';

it('replaces half a character, which the database can’t store', () => {
  const { content } = toImportedContent({
    title: 'Tea \uD83D time',
    description: '',
    markdown: 'One\0 \uDE00 two',
    categories: [],
    tags: ['a\uD800'],
  });
  expect(content).toMatchObject({ title: 'Tea � time', markdown: 'One � two', tags: ['a�'] });
});
