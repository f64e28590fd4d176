import { z } from 'zod';
import { endpoint, fileBody, integerParam, singleLineText } from '#shared/contract.ts';
import { orderNumberResponse } from '../lifecycle/contract/endpoints.ts';
import { filePurposes } from '../lifecycle/contract/enums.ts';
import { orderReferenceSchema } from '../lifecycle/contract/order-reference.ts';

const tags = ['orders'];

const fileId = singleLineText.regex(/^[0-9a-f]{16}$/, 'This is not the id of a file.');

export const orderFilesContract = {
  addFile: endpoint
    .meta({ access: 'public' })
    .route({
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      method: 'POST',
      path: '/orders/{order}/files',
      successStatus: 201,
      tags,
      inputStructure: 'detailed',
      summary: 'Add a file: the body is the file itself, of at most 50 MiB and any kind; the owner’s deliverables, too',
    })
    .input(
      z.object({
        params: orderReferenceSchema,
        query: z.strictObject({
          name: singleLineText.trim().max(200, 'This name is too long.').prefault('file'),
          purpose: z.enum(filePurposes, 'Choose brief, content or deliverable.'),
          /** Position of the content item that this file supplies. */
          contentItem: integerParam.optional(),
        }),
        body: z.file('Send the file itself.'),
      }),
    )
    .output(z.object({ id: z.string() })),
  deleteFile: endpoint
    .meta({ access: 'public' })
    .route({ method: 'DELETE', path: '/orders/{order}/files/{file}', tags, summary: 'Remove a file that you sent' })
    .input(orderReferenceSchema.extend({ file: fileId }))
    .output(orderNumberResponse),
};
