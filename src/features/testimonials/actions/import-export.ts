import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { listPublishedTestimonials, replaceImportedTestimonials } from '../queries.ts';
import type { ExportedTestimonial } from '../rules/import-export.ts';

/** Returns the published testimonials in display order, and whether there are any. */
export async function exportTestimonials(db: Db): Promise<{ value: ExportedTestimonial[]; isOwn: boolean }> {
  const rows = await listPublishedTestimonials(db);
  const value = rows.map(({ body, name, role, company, writtenAt }) => ({
    body,
    name,
    role,
    company,
    writtenAt: writtenAt.toISOString(),
  }));
  return { value, isOwn: value.length > 0 };
}

/** Replaces all imported testimonials, skipping those that already exist here with an order. */
export async function importTestimonials(tx: Transaction, moved: readonly ExportedTestimonial[]): Promise<void> {
  const here = await listPublishedTestimonials(tx);
  const isHere = ({ body, name }: ExportedTestimonial) =>
    here.some(row => row.orderId !== null && row.body === body && row.name === name);
  await replaceImportedTestimonials(
    tx,
    moved.filter(one => !isHere(one)),
  );
  await invalidateTag(tx, 'testimonials');
}
