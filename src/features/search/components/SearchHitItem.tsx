import { use } from 'react';
import { Link } from 'react-router';
import { formatPlainDate, formatDate } from '#shared/time.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { Picture } from '#ui/Picture.tsx';
import type { HighlightedParts, SearchHit } from '../contract.ts';

/** A search hit: its kind, title, and an excerpt with the matches marked. */
export function SearchHitItem({ hit }: { hit: SearchHit }) {
  const { timeZone } = use(siteMetaContext);
  const { kind, path, category, publishedAt, picture, highlights } = hit;
  const isPost = kind === 'posts';
  return (
    <li className="group relative grid grid-cols-[1fr_6.5rem] gap-x-5 gap-y-2 border-t border-rule py-6 sm:grid-cols-[1fr_11rem] sm:grid-rows-[auto_1fr] sm:gap-x-8">
      <div className="min-w-0">
        <MetaLine
          items={[
            isPost ? 'Post' : 'Project',
            category,
            <time key="date" dateTime={publishedAt}>
              {isPost ? formatDate(publishedAt, timeZone) : formatPlainDate(publishedAt)}
            </time>,
          ]}
        />
        <h2 dir="auto" className="mt-2 text-h3 wrap-break-word">
          <Link className="stretched-link no-underline group-hover:text-accent" to={path} viewTransition>
            <HighlightedText parts={highlights.title} />
          </Link>
        </h2>
      </div>
      {picture && (
        <Picture
          picture={picture}
          alt=""
          sizes="(min-width: 36rem) 176px, 104px"
          className="col-start-2 self-start sm:row-span-2"
        />
      )}
      <div className="col-span-2 min-w-0 sm:col-span-1 sm:col-start-1">
        <p className="max-w-[30em] text-small wrap-break-word text-ink-soft">
          <HighlightedText parts={highlights.text} />
        </p>
        {highlights.tags.length > 0 && (
          <p className="meta mt-2">
            {highlights.tags.map(tag => (
              <mark key={tag} className="mr-3 bg-accent-wash text-ink">
                #{tag}
              </mark>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

function HighlightedText({ parts }: { parts: HighlightedParts }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className="bg-accent-wash text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
