import type { Db, Transaction } from '#platform/database/database.ts';
import { documentDesign } from '../tables.ts';

type DesignRow = Omit<typeof documentDesign.$inferSelect, 'isSingleton'>;

export async function getDesignRow(db: Db): Promise<DesignRow> {
  const { layout, accent, logo } = documentDesign;
  const [row] = await db.select({ layout, accent, logo }).from(documentDesign);
  if (!row) throw new Error('The row in document_design is missing.');
  return row;
}

export async function updateDesignRow(tx: Transaction, values: DesignRow): Promise<void> {
  await tx.update(documentDesign).set(values);
}
