import { announceChange } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { listShownTestimonials, saveMovedTestimonials } from '../queries/testimonials.ts';
import type { ArchivedTestimonial } from '../rules/archived-testimonials.ts';

/** What clients say as an archive has it, in the order in which it is shown, and whether there is any. */
export async function readTestimonialsToMove(db: Db): Promise<{ value: ArchivedTestimonial[]; isOwn: boolean }> {
  const rows = await listShownTestimonials(db);
  const value = rows.map(({ words, name, role, company, writtenAt }) => ({
    words,
    name,
    role,
    company,
    writtenAt: writtenAt.toISOString(),
  }));
  return { value, isOwn: value.length > 0 };
}

/** Puts what an archive has in the place of what came from other sites; what stands here with its order stays. */
export async function replaceMovedTestimonials(tx: Transaction, moved: readonly ArchivedTestimonial[]): Promise<void> {
  const here = await listShownTestimonials(tx);
  const isHere = ({ words, name }: ArchivedTestimonial) =>
    here.some(row => row.orderId !== null && row.words === words && row.name === name);
  await saveMovedTestimonials(
    tx,
    moved.filter(one => !isHere(one)),
  );
  await announceChange(tx, 'orders');
}
