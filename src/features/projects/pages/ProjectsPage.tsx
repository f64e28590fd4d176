import { use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { listQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { listHref, ListStatus, ListTools, Tags } from '#ui/ListTools.tsx';
import { breadcrumbs, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { Pager } from '#ui/Pager.tsx';
import { ProjectCard } from '../components/ProjectCard.tsx';
import type { ProjectListInput } from '../contract.ts';

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'stars', label: 'Most stars' },
  { value: 'price-low', label: 'Price, low to high' },
  { value: 'price-high', label: 'Price, high to low' },
];

export const loader = pageLoader(async ({ api, search }) => {
  const query = listQuery(search) as ProjectListInput;
  const [list, topics] = await Promise.all([api.projects.list(query), api.projects.topics()]);
  return { list, topics, query: { sort: 'newest', ...listQuery(search) } };
});

export function Component() {
  const { list, topics, query } = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  const filtered = Object.keys(query).length > 1 || query.sort !== 'newest';
  return (
    <div className="frame pt-12 sm:pt-20">
      <PageMeta
        title="Projects"
        description={`${topics.total} projects built for clients, with what they cost, what they run on and what changed.`}
        path={paths.projects}
        card={paths.socialCard('page', 'projects')}
        unlisted={filtered}
        jsonLd={[
          breadcrumbs(site.url, [
            ['Home', paths.home],
            ['Projects', paths.projects],
          ]),
        ]}
      />
      <h1 className="text-h1">Projects</h1>
      <p className="mt-5 max-w-[56ch] text-lead text-ink-soft">
        Work that is in use. Each one can be seen running, and its source can be bought at the price beside it.
      </p>
      <ListTools
        path={paths.projects}
        query={query}
        categories={topics.categories}
        total={topics.total}
        sorts={sorts}
        searchLabel="Search projects"
      />
      <ListStatus path={paths.projects} query={query} total={list.total} noun={['project', 'projects']} />
      {list.items.length > 0 ? (
        <div className="grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
          {list.items.map((project, index) => (
            <ProjectCard
              key={project.id}
              project={project}
              priority={index === 0}
              sizes="(min-width: 64rem) 25rem, (min-width: 36rem) 45vw, 92vw"
            />
          ))}
        </div>
      ) : (
        <div className="border-t border-rule py-14">
          <p className="text-lead">Nothing here matches that.</p>
          <p className="mt-2 text-ink-soft">
            Try fewer words, or{' '}
            <Link className="link" to={paths.projects}>
              see all projects
            </Link>
            .
          </p>
        </div>
      )}
      <Pager
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        hrefOf={page => listHref(paths.projects, query, 'newest', page)}
      />
      <section aria-label="Tags" className="mt-20 border-t border-rule pt-5">
        <h2 className="meta uppercase tracking-widest">By tag</h2>
        <div className="mt-2">
          <Tags tags={topics.tags.slice(0, 30).map(tag => tag.name)} path={paths.projects} />
        </div>
      </section>
    </div>
  );
}
