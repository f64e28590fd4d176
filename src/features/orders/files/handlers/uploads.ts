import type { UploadEndpoint } from '#platform/feature.ts';
import { LARGEST_DOCUMENT } from '#shared/uploads.ts';
import { authorizeOrder } from '../../lifecycle/actions/access.ts';
import { consumeOrderUploadLimit } from '../actions/upload-limit.ts';
import { orderFilesContract } from '../contract.ts';

/** The files of orders come from both parties; a client may have no account. */
export const orderUploads: readonly UploadEndpoint[] = [
  {
    endpoint: orderFilesContract.addFile,
    types: ['*'],
    maxBytes: LARGEST_DOCUMENT,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 50 MB. Send it in parts, or a link to it.',
    async authorize(contexts, request) {
      const context = await contexts.createForCaller(request);
      await consumeOrderUploadLimit(context);
      const { order = '' } = request.params as { order?: string };
      await authorizeOrder(context.db, context, order);
    },
  },
];
