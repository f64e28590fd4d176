import { use } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { formatDate, estimateReadingMinutes } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { CoverPicture } from '#ui/Picture.tsx';
import type { PostCard } from '../contract/public.ts';

export function PostMeta({ post }: { post: PostCard }) {
  const { timeZone } = use(siteMetaContext);
  return (
    <MetaLine
      items={[
        <time key="date" dateTime={post.publishedAt}>
          {formatDate(post.publishedAt, timeZone)}
        </time>,
        post.category,
        `${estimateReadingMinutes(post.wordCount)} min`,
      ]}
    />
  );
}

export function PostListItem({ post, heading: Heading = 'h2' }: { post: PostCard; heading?: 'h2' | 'h3' }) {
  return (
    <article className="group relative grid grid-cols-[minmax(0,1fr)_6.5rem] gap-x-5 border-t border-rule py-6 lg:first:border-0 sm:grid-cols-[minmax(0,1fr)_11rem] sm:gap-x-8">
      <div>
        <PostMeta post={post} />
        <Heading dir="auto" className="mt-2 text-h3">
          <Link
            className="stretched-link no-underline group-hover:text-accent"
            to={paths.post(post.slug)}
            viewTransition
          >
            {post.title}
          </Link>
        </Heading>
        <p dir="auto" className="mt-2 hidden max-w-[30em] text-small text-ink-soft sm:block">
          {post.description}
        </p>
      </div>
      {post.cover && (
        <CoverPicture
          picture={post.cover}
          to={paths.post(post.slug)}
          sizes="(min-width: 36rem) 176px, 104px"
          className="self-start"
        />
      )}
    </article>
  );
}

/** Renders a post with its large cover on top: the first of a list, or a related one. */
export function PostCoverCard({
  post,
  sizes,
  heading: Heading = 'h3',
  isPriority = false,
}: {
  post: PostCard;
  sizes: string;
  heading?: 'h2' | 'h3';
  isPriority?: boolean;
}) {
  return (
    <article className="group relative">
      {post.cover && (
        <CoverPicture
          picture={post.cover}
          to={paths.post(post.slug)}
          sizes={sizes}
          isPriority={isPriority}
          className="mb-4"
        />
      )}
      <PostMeta post={post} />
      <Heading dir="auto" className="mt-2 text-h3">
        <Link className="stretched-link no-underline group-hover:text-accent" to={paths.post(post.slug)} viewTransition>
          {post.title}
        </Link>
      </Heading>
      <p dir="auto" className="mt-2 max-w-[30em] text-small text-ink-soft">
        {post.description}
      </p>
    </article>
  );
}
