import { use } from 'react';
import { useLoaderData } from 'react-router';
import { parseListParams, redirectFormerSort } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { ListPage } from '#ui/ListPage.tsx';
import { toBreadcrumbJsonLd, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { CARD_IMAGE_SIZES } from '#ui/Picture.tsx';
import { ProjectCard } from '../components/ProjectCard.tsx';
import type { ProjectListInput } from '../contract/public.ts';

const sorts = [
  { value: 'featured', label: 'Featured first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'top_rated', label: 'Most stars' },
  { value: 'price_asc', label: 'Price, low to high' },
  { value: 'price_desc', label: 'Price, high to low' },
];

const formerSorts = { stars: 'top_rated', 'price-low': 'price_asc', 'price-high': 'price_desc' };

export const loader = pageLoader(async ({ api, searchParams }) => {
  redirectFormerSort(paths.projects, searchParams, formerSorts);
  const query = parseListParams(searchParams) as ProjectListInput;
  const [list, topics] = await Promise.all([api.projects.list(query), api.projects.listFacets()]);
  return { list, topics, query: { sort: 'featured', ...parseListParams(searchParams) } };
});

export function Component() {
  const { list, topics: facets, query } = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  const filtered = Object.keys(query).length > 1 || query.sort !== 'featured';
  return (
    <>
      <PageMeta
        title="Projects"
        description={
          facets.total === 0
            ? 'Finished work will appear here.'
            : `${facets.total} projects built for clients, with what they cost, what they run on and what changed.`
        }
        path={paths.projects}
        socialImage={paths.socialCard('page', 'projects')}
        noIndex={filtered || facets.total === 0}
        jsonLd={[
          toBreadcrumbJsonLd(site.url, [
            ['Home', paths.home],
            ['Projects', paths.projects],
          ]),
        ]}
      />
      <ListPage
        {...{ query, facets, sorts }}
        {...list}
        title="Projects"
        intro="Work that is in use. Each one can be seen running, and its source can be bought at the price beside it."
        path={paths.projects}
        noun={['project', 'projects']}
        empty={{
          title: 'No projects yet.',
          hint: 'Finished work will appear here. Until then, ask about it directly.',
        }}
      >
        <div className="grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
          {list.items.map((project, index) => (
            <ProjectCard key={project.id} project={project} isPriority={index === 0} sizes={CARD_IMAGE_SIZES} />
          ))}
        </div>
      </ListPage>
    </>
  );
}
