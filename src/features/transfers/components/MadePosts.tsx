import { Link } from 'react-router';

import { ownerPaths } from '#shared/owner-paths.ts';
import type { ImportPreview } from '../contract.ts';
import { FateBadge } from './FateBadge.tsx';
import { postsInWords } from './ImportsList.tsx';

/** What was moved in, with the way to each. */
export function MadePosts({ preview }: { preview: ImportPreview }) {
  const { outcome } = preview.import;
  const more = (outcome?.made ?? 0) - preview.made.length;
  return (
    <>
      <output className="block text-lead">
        {postsInWords(outcome?.made ?? 0)} and {outcome?.pictures ?? 0} new{' '}
        {outcome?.pictures === 1 ? 'picture' : 'pictures'} were moved in.
      </output>
      {(outcome?.present ?? 0) > 0 && (
        <p className="mt-2 text-ink-soft">
          {postsInWords(outcome?.present ?? 0)} were left out: they were here already.
        </p>
      )}
      {(outcome?.refused ?? 0) > 0 && (
        <p className="mt-2 text-ink-soft">{postsInWords(outcome?.refused ?? 0)} did not fit and were left out.</p>
      )}
      <ul className="mt-8">
        {preview.made.map(({ id, title, status }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 border-t border-rule py-1">
            <Link
              className="inline-flex min-h-11 items-center font-display font-semibold [overflow-wrap:anywhere] hover:text-accent"
              to={ownerPaths.updateBlog(id)}
            >
              {title || 'Without a title'}
            </Link>
            <FateBadge status={status} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="meta mt-3">And {more} more, deleted ones among them.</p>}
      <p className="mt-8">
        <Link className="button" to={ownerPaths.myBlogs}>
          All posts
        </Link>
      </p>
    </>
  );
}
