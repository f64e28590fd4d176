import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { isSameContent } from '#features/publishing/rules/content.ts';
import type { ProjectContent } from '../contract/drafts.ts';
import { toContentColumns, fromProjectRow, emptyContent, diffUnpublishedChanges, toLatestContent } from './content.ts';

const content: fc.Arbitrary<ProjectContent> = fc
  .record({
    title: fc.string(),
    tags: fc.array(fc.string()),
    gallery: fc.array(fc.record({ pictureId: fc.string(), alt: fc.string(), caption: fc.string() })),
    price: fc.record({ minor: fc.nat().map(toMinorUnits), currency: fc.constantFrom('USD', 'EUR', 'JPY') }),
    stars: fc.integer({ min: 0, max: 50 }).map(tenths => tenths / 10),
    likes: fc.nat(),
    // `fc.webUrl` would prepare every character there is, which takes more than a second.
    link: fc.option(fc.domain().map(domain => `https://${domain}/`)),
  })
  .map(some => ({ ...emptyContent, ...some }));

describe('project content', () => {
  it('survives the round trip to columns, to a tenth of a star and a cent', () => {
    fc.assert(
      fc.property(content, written => {
        const row = toContentColumns(written);
        expect(Number.isInteger(row.ratingTenths)).toBe(true);
        expect(fromProjectRow(row, written.gallery)).toEqual(written);
      }),
    );
  });

  it('stores pending changes only if they differ from the published content', () => {
    fc.assert(
      fc.property(content, content, (seen, next) => {
        const row = toContentColumns(seen);
        const unpublishedChanges = diffUnpublishedChanges(row, seen.gallery, next);
        expect(unpublishedChanges === null).toBe(isSameContent(seen, next));
        expect(toLatestContent({ ...row, unpublishedChanges }, seen.gallery)).toEqual(next);
        expect(diffUnpublishedChanges(row, seen.gallery, seen)).toBeNull();
      }),
    );
  });

  it('keeps the readers’ like count if pending changes have none', () => {
    const row = { ...toContentColumns({ ...emptyContent, title: 'Tides' }), likes: 3 };
    const unpublishedChanges = diffUnpublishedChanges(row, [], { ...emptyContent, title: 'Moon', likes: 3 });
    expect(toLatestContent({ ...row, likes: 9, unpublishedChanges }, [])).toMatchObject({ title: 'Moon', likes: 9 });
  });
});
