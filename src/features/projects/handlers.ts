import { implement } from '@orpc/server';
import { totalFromTopics } from '#platform/database/topics.ts';
import type { Topics } from '#shared/contract.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { projectsContract } from './contract.ts';
import { getProject, listProjects, listProjectTopics } from './queries.ts';

const projects = implement(projectsContract).$context<ApiContext>();

/** Kept until a project changes, so that no list has to count them all. */
async function topicsOf(context: ApiContext): Promise<Topics> {
  const make = async () => ({ value: await listProjectTopics(context.db), tags: ['projects'] });
  return (await context.memory.getOrMake('projects.topics', make)) as Topics;
}

export const projectsHandlers = projects.router({
  list: projects.list.handler(async ({ context, input }) => {
    const known = totalFromTopics(await topicsOf(context), input);
    const { items, total } = await listProjects(context.db, input, known);
    return { items, total, page: input.page, pageSize: input.pageSize };
  }),
  byId: projects.byId.handler(({ context, input }) => getProject(context.db, input.id)),
  topics: projects.topics.handler(({ context }) => topicsOf(context)),
});
