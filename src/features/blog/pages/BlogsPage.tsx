import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { listQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { listHref, ListStatus, ListTools, Tags } from '#ui/ListTools.tsx';
import { breadcrumbs, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { Pager } from '#ui/Pager.tsx';
import { PostCover, PostLine } from '../components/PostLine.tsx';
import type { PostListInput } from '../contract.ts';

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'liked', label: 'Most liked' },
  { value: 'discussed', label: 'Most discussed' },
];

export const loader = pageLoader(async ({ api, search }) => {
  const query = listQuery(search) as PostListInput;
  const [list, topics] = await Promise.all([api.blog.list(query), api.blog.topics()]);
  return { list, topics, query: { sort: 'newest', ...listQuery(search) } };
});

export function Component() {
  const { list, topics, query } = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  const filtered = Object.keys(query).length > 1 || query.sort !== 'newest';
  const [first, ...others] = list.items;
  return (
    <div className="frame pt-12 sm:pt-20">
      <PageMeta
        title="Blog"
        description="Notes on building websites, running a one-person business, and the rest of life, with the figures left in."
        path={paths.blogs}
        card={paths.socialCard('page', 'blogs')}
        unlisted={filtered}
        jsonLd={[
          breadcrumbs(site.url, [
            ['Home', paths.home],
            ['Blog', paths.blogs],
          ]),
        ]}
      />
      <h1 className="text-h1">Blog</h1>
      <p className="mt-5 max-w-[56ch] text-lead text-ink-soft">
        Notes on building websites, running a one-person business, and the rest of life, with the figures left in.
      </p>
      <ListTools
        path={paths.blogs}
        query={query}
        categories={topics.categories}
        total={topics.total}
        sorts={sorts}
        searchLabel="Search posts"
      />
      <ListStatus path={paths.blogs} query={query} total={list.total} noun={['post', 'posts']} />
      {first ? (
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-12">
          <div className="lg:sticky lg:top-28 lg:col-span-5 lg:self-start">
            <PostCover post={first} heading="h2" priority sizes="(min-width: 64rem) 31rem, 92vw" />
          </div>
          <div className="lg:col-span-7 lg:-mt-6">
            {others.map(post => (
              <PostLine key={post.id} post={post} />
            ))}
          </div>
        </div>
      ) : (
        <div className="border-t border-rule py-14">
          <p className="text-lead">Nothing here matches that.</p>
          <p className="mt-2 text-ink-soft">
            Try fewer words, or{' '}
            <Link className="link" to={paths.blogs}>
              see all posts
            </Link>
            .
          </p>
        </div>
      )}
      <Pager
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        hrefOf={page => listHref(paths.blogs, query, 'newest', page)}
      />
      <section aria-label="Tags" className="mt-20 border-t border-rule pt-5">
        <h2 className="meta uppercase tracking-widest">By tag</h2>
        <div className="mt-2">
          <Tags tags={topics.tags.slice(0, 30).map(tag => tag.name)} path={paths.blogs} />
        </div>
      </section>
    </div>
  );
}
