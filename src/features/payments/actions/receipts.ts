import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { PaymentRow } from '../queries/payments.ts';

/** Issues the receipt of a payment that counts. */
export async function receiptFor(_tx: Transaction, _services: ApiServices, _payment: PaymentRow): Promise<void> {}
