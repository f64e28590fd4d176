import { useLoaderData } from 'react-router';
import { parseListParams, redirectFormerSort } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { ListPage } from '#ui/ListPage.tsx';
import { PostCoverCard, PostListItem } from '../components/PostListItem.tsx';
import type { PostListInput } from '../contract/public.ts';

const intro = 'Notes on building websites, running a one-person business and everything else, with real numbers.';

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'most_liked', label: 'Most liked' },
  { value: 'most_commented', label: 'Most discussed' },
];

const formerSorts = { liked: 'most_liked', discussed: 'most_commented' };

export const loader = pageLoader(async ({ api, searchParams }) => {
  redirectFormerSort(paths.blogs, searchParams, formerSorts);
  const query = parseListParams(searchParams);
  const [list, facets] = await Promise.all([api.blog.list(query as PostListInput), api.blog.listFacets()]);
  return { list, facets, query };
});

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const [first, ...others] = loaded.list.items;
  return (
    <ListPage
      {...loaded}
      {...{ sorts, intro }}
      description={intro}
      title="Blog"
      path={paths.blogs}
      noun={['post', 'posts']}
      empty={{ title: 'No posts yet.', hint: 'The first post will appear here.' }}
    >
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-12">
        <div className="lg:sticky lg:top-28 lg:col-span-5 lg:self-start lg:only:col-span-8">
          {first && <PostCoverCard post={first} heading="h2" isPriority sizes="(min-width: 64rem) 31rem, 86vw" />}
        </div>
        {others.length > 0 && (
          <div className="lg:col-span-7 lg:-mt-6">
            {others.map(post => (
              <PostListItem key={post.id} post={post} />
            ))}
          </div>
        )}
      </div>
    </ListPage>
  );
}
