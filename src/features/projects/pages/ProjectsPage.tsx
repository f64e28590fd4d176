import { useLoaderData } from 'react-router';
import { parseListParams, redirectFormerSort } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { ListPage } from '#ui/ListPage.tsx';
import { CARD_IMAGE_SIZES } from '#ui/Picture.tsx';
import { ProjectCard, ProjectFeature } from '../components/ProjectCard.tsx';
import type { ProjectListInput } from '../contract/public.ts';

const sorts = [
  { value: 'featured', label: 'Featured first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'top_rated', label: 'Most stars' },
  { value: 'price_asc', label: 'Price, low to high' },
  { value: 'price_desc', label: 'Price, high to low' },
];

/** Number of projects across the full width, if the list is not filtered. */
const FEATURE_COUNT = 3;

const formerSorts = { stars: 'top_rated', 'price-low': 'price_asc', 'price-high': 'price_desc' };

export const loader = pageLoader(async ({ api, searchParams }) => {
  redirectFormerSort(paths.projects, searchParams, formerSorts);
  const query = parseListParams(searchParams);
  const [list, facets] = await Promise.all([api.projects.list(query as ProjectListInput), api.projects.listFacets()]);
  return { list, facets, query };
});

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const { total } = loaded.facets;
  const { items, page } = loaded.list;
  const { category, tag, search, sort = 'featured' } = loaded.query;
  const featureCount = page === 1 && !category && !tag && !search && sort === 'featured' ? FEATURE_COUNT : 0;
  return (
    <ListPage
      {...loaded}
      sorts={sorts}
      title="Projects"
      intro="Real projects, in use today. See each one live, or buy its source code."
      description={
        total === 0
          ? 'Finished projects will appear here.'
          : total === 1
            ? 'A project built for a client, with its technology and results.'
            : `${total} projects built for clients, with their technology and results.`
      }
      path={paths.projects}
      noun={['project', 'projects']}
      empty={{
        title: 'No projects yet.',
        hint: 'Finished projects will appear here. To see past work, get in touch.',
      }}
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((project, index) =>
          index < featureCount ? (
            <ProjectFeature key={project.id} project={project} isPriority={index === 0} isReversed={index % 2 === 1} />
          ) : (
            <ProjectCard key={project.id} project={project} isPriority={index === 0} sizes={CARD_IMAGE_SIZES} />
          ),
        )}
      </div>
    </ListPage>
  );
}
