import type { Transaction } from '#platform/database/database.ts';
import { bookingFiles } from '../lifecycle/tables.ts';

export async function insertBookingFile(tx: Transaction, file: typeof bookingFiles.$inferInsert): Promise<void> {
  await tx.insert(bookingFiles).values(file);
}
