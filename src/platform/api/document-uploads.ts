import { randomBytes } from 'node:crypto';
import type { AnyContractProcedure } from '@orpc/contract';
import { AppError } from '#shared/errors.ts';
import { MAX_DOCUMENT_SIZE } from '#shared/uploads.ts';
import type { Transaction } from '../database/database.ts';
import type { UploadEndpoint } from '../feature.ts';
import { consumeRateLimit, type RateLimit } from '../http/rate-limits.ts';
import type { ApiContext } from './context.ts';
import { type IdempotencyOptions, withIdempotencyKey } from './idempotency.ts';

/** Per network, for all these endpoints together. */
const UPLOAD_RATE_LIMIT: RateLimit = { name: 'order files', maxAttempts: 120, windowSeconds: 3600 };

/** Returns an upload of any kind of file by callers with or without an account; `authorize` throws if they may not. */
export const defineDocumentUpload = (
  endpoint: AnyContractProcedure,
  authorize: (context: ApiContext, params: Readonly<Record<string, string>>) => Promise<unknown>,
): UploadEndpoint => ({
  endpoint,
  types: ['*'],
  maxBytes: MAX_DOCUMENT_SIZE,
  wrongType: 'Send the file as the request body.',
  tooLarge: 'This file is larger than 50 MB. Split it into smaller files, or send a link.',
  async authorize(contexts, request) {
    const context = await contexts.createForCaller(request);
    await consumeRateLimit(context.db, UPLOAD_RATE_LIMIT, context.client.network, context.now());
    await authorize(context, request.params as Record<string, string>);
  },
});

const EMPTY_FILE = 'This file is empty. Choose another one.';

/**
 * Stores a file under a new ID and records it in one transaction. Removes it again if that fails, or if the idempotency
 * key was used before. Returns the ID of the recorded file. Throws UNPROCESSABLE for an empty file.
 */
export async function storeDocument(
  context: ApiContext,
  idempotency: IdempotencyOptions,
  file: File,
  buildKey: (id: string) => string,
  record: (tx: Transaction, id: string) => Promise<void>,
) {
  const { db, files } = context;
  if (file.size === 0) throw new AppError('UNPROCESSABLE', EMPTY_FILE, { file: EMPTY_FILE });
  const id = randomBytes(8).toString('hex');
  await files.write(buildKey(id), file);
  try {
    const stored = await db.transaction(tx =>
      withIdempotencyKey(tx, context, idempotency, async () => {
        await record(tx, id);
        return { id };
      }),
    );
    if (stored.id !== id) await files.remove(buildKey(id));
    return stored;
  } catch (error) {
    await files.remove(buildKey(id));
    throw error;
  }
}
