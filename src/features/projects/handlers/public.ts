import { implement } from '@orpc/server';
import { getPublicFacets, getPublicPage, listPageTags, projectTags } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { projectsContract } from '../contract/index.ts';
import { getProject, publicProjects } from '../queries/projects.ts';

const projects = implement(projectsContract).$context<ApiContext>();

export const publicProjectsHandlers = {
  list: projects.list.handler(({ context, input }) => getPublicPage(context, publicProjects, input)),
  get: projects.get.handler(async ({ context, input }) => {
    const project = await getProject(context.db, input.id);
    for (const tag of listPageTags(projectTags, project)) context.cacheTags.add(tag);
    return project;
  }),
  listFacets: projects.listFacets.handler(({ context }) => getPublicFacets(context, publicProjects)),
};
