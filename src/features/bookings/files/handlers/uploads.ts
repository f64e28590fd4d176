import { consumeOrderUploadLimit } from '#features/orders/index.ts';
import type { UploadEndpoint } from '#platform/feature.ts';
import { LARGEST_DOCUMENT } from '#shared/uploads.ts';
import { authorizeBooking } from '../../lifecycle/actions/access.ts';
import { filesContract } from '../contract.ts';

/** Both parties can upload booking files; a client may have no account. */
export const bookingUploads: readonly UploadEndpoint[] = [
  {
    endpoint: filesContract.addFile,
    types: ['*'],
    maxBytes: LARGEST_DOCUMENT,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 50 MB. Send it in parts, or a link to it.',
    async authorize(contexts, request) {
      const context = await contexts.createForCaller(request);
      await consumeOrderUploadLimit(context);
      const { booking = '' } = request.params as { booking?: string };
      await authorizeBooking(context.db, context, booking);
    },
  },
];
