import { z } from 'zod';
import { defineEndpoints, fileBody, instant, singleLineText, slug } from '#shared/contract.ts';

/** Maximum number of files per project. */
export const MAX_PROJECT_FILES = 20;

/** A file that clients download after buying the project. */
export const projectFile = z.object({ id: z.string(), name: z.string(), bytes: z.int(), addedAt: instant });
export type ProjectFile = z.infer<typeof projectFile>;

const { ownerEndpoint } = defineEndpoints('projects');
const list = z.object({ items: z.array(projectFile) });

/** Endpoints for project files; only the owner changes them. */
export const filesContract = {
  addFile: ownerEndpoint(
    'POST /projects/{id}/files',
    'Add a file for buyers of a project: the body is the file, of any type and at most 50 MiB',
    {
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      successStatus: 201,
      inputStructure: 'detailed',
    },
  )
    .input(
      z.object({
        params: z.strictObject({ id: slug }),
        query: z.strictObject({ name: singleLineText.trim().max(200, 'This name is too long.').prefault('file') }),
        body: z.file('Send the file as the request body.'),
      }),
    )
    .output(list),
  deleteFile: ownerEndpoint('DELETE /projects/{id}/files/{file}', 'Remove a file from a project for sale')
    .input(z.strictObject({ id: slug, file: singleLineText.regex(/^[0-9a-f]{16}$/, 'This isn’t a valid file ID.') }))
    .output(list),
};
