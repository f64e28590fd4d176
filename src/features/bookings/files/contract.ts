import { z } from 'zod';
import { defineEndpoints, fileBody, singleLineText } from '#shared/contract.ts';
import { bookingReference } from '../lifecycle/contract/schemas.ts';

const { publicEndpoint } = defineEndpoints('bookings');

export const filesContract = {
  addFile: publicEndpoint(
    'POST /bookings/{booking}/files',
    'Add a file to a booking: the body is the file itself, of at most 50 MiB and any kind',
    {
      spec: operation => ({ ...operation, requestBody: fileBody(['application/octet-stream']) }),
      successStatus: 201,
      inputStructure: 'detailed',
    },
  )
    .input(
      z.object({
        params: bookingReference,
        query: z.strictObject({ name: singleLineText.trim().max(200, 'This name is too long.').prefault('file') }),
        body: z.file('Send the file itself.'),
      }),
    )
    .output(z.object({ id: z.string() })),
};
