import { z } from 'zod';
import { defineEndpoints, fileBody, integerParam, singleLineText } from '#shared/contract.ts';
import { orderNumberResponse, orderReferenceSchema } from '../lifecycle/contract/endpoints.ts';
import { filePurposes } from '../lifecycle/contract/enums.ts';

const { publicEndpoint } = defineEndpoints('orders');

const fileId = singleLineText.regex(/^[0-9a-f]{16}$/, 'This is not the id of a file.');

export const orderFilesContract = {
  addFile: publicEndpoint(
    'POST /orders/{order}/files',
    'Add a file: the body is the file itself, of at most 50 MiB and any kind; the owner’s deliverables, too',
    {
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      successStatus: 201,
      inputStructure: 'detailed',
    },
  )
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
  deleteFile: publicEndpoint('DELETE /orders/{order}/files/{file}', 'Remove a file that you sent')
    .input(orderReferenceSchema.extend({ file: fileId }))
    .output(orderNumberResponse),
};
