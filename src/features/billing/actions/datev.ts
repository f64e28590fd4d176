import { Readable } from 'node:stream';
import { getOwnerDate } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import type { DatevSettings } from '../contract/datev.ts';
import type { TaxReportQuery } from '../contract/tax-report.ts';
import { findDatevSettings } from '../queries/datev-settings.ts';
import { listTaxDocuments } from '../queries/tax-report.ts';
import { formatDatevBookings, formatDatevHeader } from '../rules/datev.ts';
import { getPeriodDays, toPeriodName } from '../rules/money-periods.ts';
import { readPeriod } from './tax-report.ts';

/** Before the owner has saved any: the numbers that DATEV uses for tests, and the first account of clients. */
const DEFAULTS: DatevSettings = { consultantNumber: 1001, clientNumber: 1, chart: 'SKR03', debtorAccount: 10_000 };

/** Returns the settings of the DATEV export, and whether the owner has saved them. */
export async function getDatevSettings(db: Db): Promise<DatevSettings & { isSaved: boolean }> {
  const saved = await findDatevSettings(db);
  return { ...(saved ?? DEFAULTS), isSaved: saved !== null };
}

/**
 * Returns the invoices and credit notes of a period as bookings for DATEV, streamed. Throws CONFLICT before the owner has
 * saved the settings.
 */
export async function exportDatev(db: Db, services: Pick<ApiServices, 'now'>, query: Pick<TaxReportQuery, 'period'>) {
  const settings = await findDatevSettings(db);
  if (!settings) throw new AppError('CONFLICT', 'Enter your DATEV numbers on the tax report page first.');
  const { period } = await readPeriod(db, services, query);
  const days = getPeriodDays(period);
  const now = services.now();
  const today = await getOwnerDate(db, now);
  const until = days.to < today ? days.to : today;
  async function* write(chosen: DatevSettings) {
    const encoder = new TextEncoder();
    // DATEV reads the file as UTF-8 if it starts with a byte order mark.
    yield encoder.encode(`\uFEFF${formatDatevHeader(chosen, { from: days.from, to: until }, now)}`);
    for await (const part of listTaxDocuments(db, days)) {
      yield encoder.encode(part.map(({ content }) => formatDatevBookings(content, chosen)).join(''));
    }
  }
  return {
    headers: {
      'content-disposition': `attachment; filename="EXTF_Buchungsstapel_${toPeriodName(period)}.csv"`,
      'content-type': 'text/csv; charset=utf-8',
    },
    body: Readable.toWeb(Readable.from(write(settings), { highWaterMark: 1 })) as ReadableStream<Uint8Array>,
  };
}
