import { savePicture } from '#features/media/actions.ts';
import { pictureKind } from '#features/media/rules.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Picture } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';

/**
 * Takes in a picture for a document. Throws BAD_REQUEST when the bytes are no picture of the kinds that we take, or one
 * that cannot be read.
 */
export async function addPicture({ db, files }: ApiContext, bytes: Uint8Array): Promise<Picture> {
  const refusal =
    'This is no picture that can be read. Choose a PNG, JPEG, WebP, AVIF or GIF of at most 50 megapixels.';
  if (!pictureKind(bytes)) throw new AppError('BAD_REQUEST', refusal, { picture: refusal });
  try {
    return await savePicture(db, files, bytes);
  } catch (error) {
    throw error instanceof Error && 'code' in error
      ? error
      : new AppError('BAD_REQUEST', refusal, { picture: refusal });
  }
}
