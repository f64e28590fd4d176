import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { projectsContract, type ProjectQuery } from './contract.ts';
import { countProjects, getProject, listProjects, listProjectTopics, type Topics } from './queries.ts';

const projects = implement(projectsContract).$context<ApiContext>();

/** Kept until a project changes, so that lists need not count. */
async function topicsOf(context: ApiContext): Promise<Topics> {
  const make = async () => ({ value: await listProjectTopics(context.db), tags: ['projects'] });
  return (await context.memory.getOrMake('projects.topics', make)) as Topics;
}

async function totalOf(context: ApiContext, query: ProjectQuery): Promise<number> {
  if (query.search || (query.category && query.tag)) return countProjects(context.db, query);
  const topics = await topicsOf(context);
  if (query.category) return topics.categories.find(category => category.name === query.category)?.count ?? 0;
  if (query.tag) return topics.tags.find(tag => tag.name === query.tag)?.count ?? 0;
  return topics.total;
}

export const projectsHandlers = projects.router({
  list: projects.list.handler(async ({ context, input }) => {
    const [items, total] = await Promise.all([listProjects(context.db, input), totalOf(context, input)]);
    return { items, total, page: input.page, pageSize: input.pageSize };
  }),
  byId: projects.byId.handler(({ context, input }) => getProject(context.db, input.id)),
  topics: projects.topics.handler(({ context }) => topicsOf(context)),
});
