import { z } from 'zod';
import { endpoint, fileBody, singleLineText } from '#shared/contract.ts';
import { bookingReference } from '../lifecycle/contract/schemas.ts';

export const filesContract = {
  addFile: endpoint
    .meta({ access: 'public' })
    .route({
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      method: 'POST',
      path: '/bookings/{booking}/files',
      successStatus: 201,
      tags: ['bookings'],
      inputStructure: 'detailed',
      summary: 'Add a file to a booking: the body is the file itself, of at most 50 MiB and any kind',
    })
    .input(
      z.object({
        params: bookingReference,
        query: z.strictObject({ name: singleLineText.trim().max(200, 'This name is too long.').prefault('file') }),
        body: z.file('Send the file itself.'),
      }),
    )
    .output(z.object({ id: z.string() })),
};
