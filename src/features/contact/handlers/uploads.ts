import type { UploadEndpoint } from '#platform/feature.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { getMessageByUploadToken } from '../actions/files.ts';
import { contactContract } from '../contract/index.ts';
import { MAX_FILE_BYTES } from '../contract/limits.ts';

const UPLOAD_RATE_LIMIT: RateLimit = { name: 'contact files', maxAttempts: 20, windowSeconds: 3600 };

/** The visitor who has just sent a message uploads its file. */
export const contactUploads: readonly UploadEndpoint[] = [
  {
    endpoint: contactContract.uploadFile,
    types: ['*'],
    maxBytes: MAX_FILE_BYTES,
    wrongType: 'Send the file itself.',
    tooLarge: 'This file is larger than 10 MB. Send a link to it in your message.',
    async authorize(contexts, request) {
      const context = contexts.createAnonymous(request);
      await consumeRateLimit(context.db, UPLOAD_RATE_LIMIT, context.client.network, context.now());
      const { upload = '' } = request.params as { upload?: string };
      await getMessageByUploadToken(context.db, context, upload);
    },
  },
];
