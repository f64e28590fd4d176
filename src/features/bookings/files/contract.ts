import { z } from 'zod';
import { defineEndpoints, fileBody, idempotencyKey, singleLineText } from '#shared/contract.ts';
import { bookingReference } from '../lifecycle/contract/schemas.ts';

const { publicEndpoint } = defineEndpoints('bookings');

export const filesContract = {
  addFile: publicEndpoint(
    'POST /bookings/{booking}/files',
    'Add a file of any type to a booking; the request body is the file, up to 50 MiB',
    {
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      successStatus: 201,
      inputStructure: 'detailed',
    },
  )
    .input(
      z.object({
        params: bookingReference,
        query: z.strictObject({
          name: singleLineText
            .trim()
            .max(200, 'This file name is too long. Use at most 200 characters.')
            .prefault('file'),
          idempotencyKey,
        }),
        body: z.file('Send the file as the request body.'),
      }),
    )
    .output(z.object({ id: z.string() })),
};
