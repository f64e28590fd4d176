import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { paths, withQuery } from '#shared/paths.ts';
import { formatDate, estimateReadingMinutes } from '#shared/time.ts';
import { TableOfContents } from '#ui/TableOfContents.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { TagLinks } from '#ui/TagLinks.tsx';
import { FurtherReading } from '#ui/FurtherReading.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Picture, CARD_IMAGE_SIZES } from '#ui/Picture.tsx';
import type { Post } from '../contract/public.ts';
import { PostCoverCard } from './PostListItem.tsx';
import { ShareLinks } from './ShareLinks.tsx';

/** Renders a post as readers see it; `children` follow its text. */
export function PostArticle({ post, children }: { post: Post; children?: ReactNode }) {
  const site = use(siteMetaContext);
  return (
    <article>
      <header className="frame grid grid-cols-1 gap-x-12 gap-y-8 pt-12 sm:pt-16 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-7">
          <p className="meta">
            <Link className="hover:text-accent" to={paths.blogs}>
              Blog
            </Link>{' '}
            /{' '}
            <Link className="hover:text-accent" to={withQuery(paths.blogs, { category: post.category })}>
              {post.category}
            </Link>
          </p>
          <h1 dir="auto" className="mt-4 text-h1">
            {post.title}
          </h1>
          <p dir="auto" className="mt-5 max-w-[28em] text-lead text-ink-soft">
            {post.description}
          </p>
          <div className="mt-7 flex items-center gap-3.5">
            <Avatar name={post.author.name} picture={post.author.avatar} />
            <div>
              <p className="font-display text-small font-semibold">
                {post.author.name}, <span className="font-normal text-ink-soft">{post.author.role}</span>
              </p>
              <MetaLine
                items={[
                  <time key="date" dateTime={post.publishedAt}>
                    {formatDate(post.publishedAt, site.timeZone)}
                  </time>,
                  `${estimateReadingMinutes(post.wordCount)} min read`,
                  // The like count changes while the page is cached.
                  <span key="likes" suppressHydrationWarning>
                    {`${post.likes} likes`}
                  </span>,
                ]}
              />
            </div>
          </div>
        </div>
        {post.cover && (
          <Picture
            picture={post.cover}
            alt={post.coverAlt}
            sizes="(min-width: 64rem) 31rem, 86vw"
            isPriority
            className="cover-transition lg:col-span-5"
          />
        )}
      </header>
      <div className="frame mt-10">
        <div className="grid grid-cols-1 gap-x-12 gap-y-10 border-t border-rule pt-10 lg:grid-cols-12">
          <TableOfContents headings={post.headings}>
            {post.related.length > 0 && (
              <nav aria-label="Related posts" className="mt-10 max-lg:hidden">
                <h2 className="meta mb-2 uppercase tracking-widest">Related</h2>
                <ul>
                  {post.related.map(({ slug, title }) => (
                    <li key={slug} className="border-t border-rule text-small">
                      <Link
                        dir="auto"
                        className="block py-2.5 text-ink-soft no-underline hover:text-accent"
                        to={paths.post(slug)}
                        viewTransition
                      >
                        {title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
          </TableOfContents>
          <div className="side-notes lg:col-span-9 lg:col-start-4">
            <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
            <div className="mt-12 max-w-[42rem] border-t border-rule pt-3">
              <TagLinks tags={post.tags} path={paths.blogs} />
              <ShareLinks title={post.title} url={site.url + paths.post(post.slug)} />
            </div>
            {children}
          </div>
        </div>
      </div>
      <FurtherReading noun="post" item={post} pathOf={({ slug }) => paths.post(slug)}>
        {related => <PostCoverCard key={related.id} post={related} sizes={CARD_IMAGE_SIZES} />}
      </FurtherReading>
    </article>
  );
}
