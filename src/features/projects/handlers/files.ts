import { implement } from '@orpc/server';
import { getEntry } from '#features/publishing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { addProjectFile, removeProjectFile } from '../actions/files.ts';
import { toProjectFile } from '../actions/get-draft.ts';
import { projectStore } from '../actions/project-store.ts';
import { projectsContract } from '../contract/index.ts';
import { listProjectFiles } from '../queries/files.ts';

const projects = implement(projectsContract).$context<ApiContext>();

async function filesOf(context: ApiContext, id: string) {
  const { entry: project } = await getEntry(context.db, context, projectStore, id);
  return { items: (await listProjectFiles(context.db, project.id)).map(toProjectFile) };
}

export const filesHandlers = {
  addFile: projects.addFile.handler(async ({ context, input: { params, query, body } }) => {
    await addProjectFile(context, params.id, new File([body], query.name, { type: body.type }));
    return filesOf(context, params.id);
  }),
  deleteFile: projects.deleteFile.handler(async ({ context, input: { id, file } }) => {
    await context.db.transaction(tx => removeProjectFile(tx, context, { projectId: id, fileId: file }));
    return filesOf(context, id);
  }),
};
