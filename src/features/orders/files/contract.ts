import { z } from 'zod';
import { defineEndpoints, fileBody, idempotencyKey, integerParam, singleLineText } from '#shared/contract.ts';
import { orderNumberResponse, orderReferenceSchema } from '../lifecycle/contract/endpoints.ts';
import { filePurposes } from '../lifecycle/contract/enums.ts';

const { publicEndpoint } = defineEndpoints('orders');

const fileId = singleLineText.regex(/^[0-9a-f]{16}$/, 'This file ID is invalid.');

export const orderFilesContract = {
  addFile: publicEndpoint(
    'POST /orders/{order}/files',
    'Upload a file of any type and at most 50 MiB as the request body; only the owner can upload deliverables',
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
          name: singleLineText.trim().max(200, 'Use a file name of at most 200 characters.').prefault('file'),
          purpose: z.enum(filePurposes, 'Choose brief, content or deliverable.'),
          /** Position of the content item that this file supplies. */
          contentItem: integerParam.optional(),
          idempotencyKey,
        }),
        body: z.file('Send the file as the request body.'),
      }),
    )
    .output(z.object({ id: z.string() })),
  deleteFile: publicEndpoint('DELETE /orders/{order}/files/{file}', 'Delete a file that you uploaded')
    .input(orderReferenceSchema.extend({ file: fileId }))
    .output(orderNumberResponse),
};
