import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { pictureUrlPattern } from '#shared/paths.ts';
import { listPicturesToUse } from '../queries/pictures.ts';

/** Pictures that a text is about to use, in fields and in its Markdown. */
interface PicturesToUse {
  readonly fields: readonly (readonly [field: string, id: string | null])[];
  readonly markdown: string;
  /** Pictures it already used; these may be missing. */
  readonly before: readonly (string | null)[];
}

/** Throws BAD_REQUEST if a picture doesn't exist. Locks existing ones until the transaction ends. */
export async function lockPictures(tx: Transaction, { fields, markdown, before }: PicturesToUse): Promise<void> {
  const inText = [...markdown.matchAll(new RegExp(pictureUrlPattern, 'g'))].map(([, id = '']) => id);
  const ids = [...fields.flatMap(([, id]) => id ?? []), ...inText];
  if (ids.length === 0) return;
  const found = new Set((await listPicturesToUse(tx, ids)).map(({ id }) => id));
  for (const [field, id] of fields) {
    if (id === null || found.has(id) || before.includes(id)) continue;
    const message = 'This image no longer exists. Choose another one.';
    throw new AppError('BAD_REQUEST', message, { [field]: message });
  }
}
