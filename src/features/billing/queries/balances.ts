import { sql } from 'drizzle-orm';
import { totalOf } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';

export interface OpenDocument {
  readonly documentNumber: string;
  readonly clientName: string;
  readonly owed: MinorUnits;
  readonly currency: string;
}

/**
 * Returns how many invoices were due before `today` (a date in the owner's time zone), and the `most` that are overdue
 * longest.
 */
export async function listOverdue(
  db: Db,
  today: string,
  most: number,
): Promise<{ total: number; items: OpenDocument[] }> {
  const isOverdue = sql`owed > 0 and balance.due_on < ${today}::date`;
  const { rows } = await db.execute<{ number: string; client: string; owed: string; currency: string }>(sql`
    select number, content -> 'client' ->> 'name' as client, owed, currency
    from document_balances balance join billing_documents document on document.id = document_id
    where ${isOverdue} order by balance.due_on, document_id limit ${most}`);
  const items = rows.map(({ number, client, owed, currency }) => ({
    documentNumber: number,
    clientName: client,
    owed: toMinorUnits(Number(owed)),
    currency,
  }));
  const total = await totalOf({ page: 1, pageSize: most }, items, async () => {
    const { rows: counted } = await db.execute<{ count: number }>(
      sql`select count(*)::integer as count from document_balances balance where ${isOverdue}`,
    );
    return counted[0]?.count ?? 0;
  });
  return { total, items };
}
