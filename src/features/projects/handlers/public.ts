import { implement } from '@orpc/server';
import {
  getPublicFacets,
  getPublicPage,
  listPageTags,
  projectTags,
  type PublicList,
} from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { projectsContract } from '../contract/index.ts';
import type { ProjectCard, ProjectListQuery } from '../contract/public.ts';
import { countProjects, getProject, listProjects, projectSearchIndex } from '../queries/projects.ts';

const projects = implement(projectsContract).$context<ApiContext>();

const publicProjects: PublicList<ProjectListQuery, ProjectCard> = {
  table: 'projects',
  feature: 'projects',
  tags: projectTags,
  searchIndex: projectSearchIndex,
  list: listProjects,
  count: countProjects,
};

export const publicProjectsHandlers = {
  list: projects.list.handler(({ context, input }) => getPublicPage(context, publicProjects, input)),
  get: projects.get.handler(async ({ context, input }) => {
    const project = await getProject(context.db, input.id);
    for (const tag of listPageTags(projectTags, project)) context.cacheTags.add(tag);
    return project;
  }),
  listFacets: projects.listFacets.handler(({ context }) => getPublicFacets(context, publicProjects)),
};
