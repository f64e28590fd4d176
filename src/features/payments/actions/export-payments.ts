import { getTimeZone } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import { cellsIn, type CsvDownload, csvDownload } from '#platform/http/csv-download.ts';
import { dayOf } from '#shared/dates.ts';
import { toDecimalString, type MinorUnits } from '#shared/money.ts';
import type { PaymentFilter } from '../contract/review.ts';
import { listMovements } from '../queries/list-payments.ts';
import { movementLabels, paymentMethodLabels, paymentStatusLabels } from '../rules/labels.ts';
import { sentOf } from '../rules/sent.ts';

const CSV_HEADING =
  'Date,Type,Invoice,Client,Method,Status,Amount,Currency,Reference,Sender,Amount requested,Started,Sent amount,Sent currency,Exchange rate,Rate date';

/**
 * Exports the filtered payments as CSV, with their refunds, disputes and won disputes. The sum of "Amount" is the net
 * amount received in each currency.
 */
export async function exportPaymentsCsv(db: Db, now: Temporal.Instant, filter: PaymentFilter): Promise<CsvDownload> {
  const timeZone = await getTimeZone(db);
  const cells = cellsIn(
    listMovements(db, filter, timeZone),
    ({ kind, amount, at, reference, number, client, payment }) => {
      const { method, status, currency, sender, createdAt } = payment;
      const isPayment = kind === 'payment';
      const sent = isPayment && sentOf(payment);
      const decimal = (minor: MinorUnits) => ({ decimal: toDecimalString({ minor, currency }) });
      return [
        at.toISOString(),
        movementLabels[kind],
        number,
        client,
        paymentMethodLabels[method],
        isPayment ? paymentStatusLabels[status] : '',
        decimal(amount),
        currency,
        reference ?? '',
        isPayment ? (sender ?? '') : '',
        isPayment ? decimal(payment.amount) : '',
        createdAt.toISOString(),
        ...(sent
          ? [
              { decimal: toDecimalString({ minor: sent.amount, currency: sent.currency }) },
              sent.currency,
              { decimal: sent.rate },
              sent.on,
            ]
          : ['', '', '', '']),
      ];
    },
  );
  return csvDownload(`payments-${dayOf(now, timeZone).toString()}.csv`, CSV_HEADING.split(','), cells);
}
