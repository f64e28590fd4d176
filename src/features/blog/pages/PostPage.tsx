import { use } from 'react';
import { Link, redirect, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths, pictureFile, withQuery } from '#shared/paths.ts';
import { formatInstant, readingMinutes } from '#shared/time.ts';
import { Contents } from '#ui/Contents.tsx';
import { Tags } from '#ui/Tags.tsx';
import { Neighbors } from '#ui/Neighbors.tsx';
import { breadcrumbs, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { Avatar, Picture, cardSizes } from '#ui/Picture.tsx';
import { Section } from '#ui/Section.tsx';
import { PostCover } from '../components/PostLine.tsx';
import { Share } from '../components/Share.tsx';
import type { Post } from '../contract/reading.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const post = await api.blog.bySlug({ slug: params.title ?? '' });
  // An address that the post had before leads to the one it has.
  if (post.slug !== params.title) throw redirect(paths.post(post.slug), 301);
  return post;
});

function structuredData(post: Post, site: { url: string; name: string }): object {
  const address = site.url + paths.post(post.slug);
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    url: address,
    mainEntityOfPage: address,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    articleSection: post.category,
    keywords: post.tags.join(', '),
    wordCount: post.words,
    commentCount: post.comments,
    author: { '@type': 'Person', name: post.author.name, jobTitle: post.author.role },
    publisher: { '@type': 'Person', name: site.name, url: `${site.url}/` },
    ...(post.cover ? { image: site.url + pictureFile(post.cover.id, 1200, 'webp') } : {}),
  };
}

export function Component() {
  const post = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  return (
    <article>
      <PageMeta
        title={post.seo.title ?? post.title}
        description={post.seo.description ?? post.description}
        canonical={post.seo.canonicalUrl}
        cardTitle={post.seo.cardTitle}
        cardDescription={post.seo.cardDescription}
        path={paths.post(post.slug)}
        card={paths.socialCard('post', post.slug)}
        type="article"
        jsonLd={[
          structuredData(post, site),
          breadcrumbs(site.url, [
            ['Home', paths.home],
            ['Blog', paths.blogs],
            [post.title, paths.post(post.slug)],
          ]),
        ]}
      />
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
          <h1 className="mt-4 text-h1">{post.title}</h1>
          <p className="mt-5 max-w-[54ch] text-lead text-ink-soft">{post.description}</p>
          <div className="mt-7 flex items-center gap-3.5">
            <Avatar picture={post.author.avatar} size="small" />
            <div>
              <p className="font-display text-small font-semibold">
                {post.author.name}, <span className="font-normal text-ink-soft">{post.author.role.toLowerCase()}</span>
              </p>
              <p className="meta">
                <time dateTime={post.publishedAt}>{formatInstant(post.publishedAt, site.timeZone)}</time> ·{' '}
                {readingMinutes(post.words)} min read · {post.likes} likes
              </p>
            </div>
          </div>
        </div>
        {post.cover && (
          <Picture
            picture={post.cover}
            alt={post.coverAlt}
            sizes="(min-width: 64rem) 31rem, 86vw"
            first
            className="grows lg:col-span-5"
          />
        )}
      </header>
      <div className="frame mt-10">
        <div className="grid grid-cols-1 gap-x-12 gap-y-10 border-t border-rule pt-10 lg:grid-cols-12">
          <Contents headings={post.headings} />
          <div className="lg:col-span-8 lg:col-start-5">
            <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
            <div className="mt-12 max-w-[42rem] border-t border-rule pt-3">
              <Tags tags={post.tags} path={paths.blogs} />
              <Share title={post.title} address={site.url + paths.post(post.slug)} />
            </div>
            <Comments comments={post.userComments} />
          </div>
        </div>
      </div>
      <Neighbors
        noun="post"
        newer={post.newer && { title: post.newer.title, to: paths.post(post.newer.slug) }}
        older={post.older && { title: post.older.title, to: paths.post(post.older.slug) }}
      />
      {post.related.length > 0 && (
        <Section title={`More in ${post.category}`}>
          <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {post.related.map(related => (
              <PostCover key={related.id} post={related} sizes={cardSizes} />
            ))}
          </div>
        </Section>
      )}
    </article>
  );
}

function Comments({ comments }: { comments: Post['userComments'] }) {
  return (
    <section aria-label="Comments" className="later mt-14 max-w-[42rem]">
      <h2 className="text-h4">
        {comments.length === 0
          ? 'No comments yet'
          : `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'}`}
      </h2>
      <ul className="mt-4">
        {comments.map(comment => (
          <li key={comment.id} className="grid grid-cols-[2.75rem_1fr] gap-x-4 border-t border-rule py-5">
            <Avatar picture={comment.avatar} size="small" />
            <div>
              <p className="font-display text-small font-semibold">
                {comment.name}, <span className="font-normal text-ink-soft">{comment.designation.toLowerCase()}</span>
              </p>
              <p className="mt-1 text-ink-soft">{comment.comment}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
