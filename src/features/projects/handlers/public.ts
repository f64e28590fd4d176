import { implement } from '@orpc/server';
import { listPageTags, projectTags, findTotalInFacets } from '#features/publishing/index.ts';
import type { Facets } from '#shared/contract.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { projectsContract } from '../contract/index.ts';
import type { ProjectListQuery } from '../contract/public.ts';
import {
  countProjects,
  findProjectSearchCorrection,
  getProject,
  listProjects,
  listProjectFacets,
} from '../queries/projects.ts';

const projects = implement(projectsContract).$context<ApiContext>();

/** Cached until a project changes, so lists don't have to count all projects. */
async function topicsOf(context: ApiContext): Promise<Facets> {
  const make = async () => ({ value: await listProjectFacets(context.db), tags: ['projects', projectTags.list] });
  return (await context.cache.getOrMake('projects.listFacets', make)) as Facets;
}

/**
 * Uses the topic counts if they cover the filters; else counts once and caches the result, since paging doesn't visit
 * all rows.
 */
async function totalOf(context: ApiContext, query: ProjectListQuery): Promise<number> {
  const known = findTotalInFacets(await topicsOf(context), query);
  if (known !== undefined) return known;
  const filters = JSON.stringify([query.category, query.tag, query.search]);
  const make = async () => ({ value: await countProjects(context.db, query), tags: ['projects', projectTags.list] });
  return (await context.searches.getOrMake(`projects.total ${filters}`, make)) as number;
}

/** Falls back to the corrected spelling if the search finds nothing. */
async function searchedList(context: ApiContext, input: ProjectListQuery) {
  const { page, pageSize, search = '' } = input;
  const asSpelled = await totalOf(context, input);
  const meant = asSpelled === 0 ? await meantBy(context, search) : undefined;
  const query = { ...input, search: meant ?? search };
  const total = meant ? await totalOf(context, query) : asSpelled;
  const items = total > 0 ? await listProjects(context.db, query) : [];
  return { items, total, page, pageSize, correctedSearch: meant && total > 0 ? meant : null };
}

/** Cached, since each page of the results needs it. */
async function meantBy(context: ApiContext, search: string): Promise<string | undefined> {
  const make = async () => ({
    value: { meant: await findProjectSearchCorrection(context.db, search) },
    tags: ['projects', projectTags.list],
  });
  const kept = (await context.searches.getOrMake(`projects.meant ${search}`, make)) as { meant: string | undefined };
  return kept.meant;
}

export const publicProjectsHandlers = {
  list: projects.list.handler(async ({ context, input }) => {
    context.cacheTags.add(projectTags.list);
    if (input.search) return searchedList(context, input);
    const [items, total] = await Promise.all([listProjects(context.db, input), totalOf(context, input)]);
    return { items, total, page: input.page, pageSize: input.pageSize, correctedSearch: null };
  }),
  get: projects.get.handler(async ({ context, input }) => {
    const project = await getProject(context.db, input.id);
    for (const tag of listPageTags(projectTags, project)) context.cacheTags.add(tag);
    return project;
  }),
  listFacets: projects.listFacets.handler(({ context }) => {
    context.cacheTags.add(projectTags.list);
    return topicsOf(context);
  }),
};
