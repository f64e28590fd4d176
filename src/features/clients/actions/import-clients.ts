import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { tryInTransaction } from '#platform/database/rollback.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { AppError } from '#shared/errors.ts';
import { type ClientFilter, clientInput, type ImportResult } from '../contract/index.ts';
import { MAX_IMPORTED_ROWS } from '../contract/constants.ts';
import { type ClientRow, findClientByEmail, findClientByName, listEmailsOfClients } from '../queries/clients.ts';
import { listAllClientRows } from '../queries/list-clients.ts';
import { applyRow, clientCsvHeading, type CsvRow, parseClientsCsv, toClientCells } from '../rules/client-csv.ts';
import { createClient, toClient, updateClient } from './clients.ts';

type Clock = Pick<ApiServices, 'now'>;

/**
 * Imports clients from CSV: a row with a known email address, or without one the same name and company, updates that
 * client; its empty cells change nothing. With `dryRun`, nothing is saved. Throws BAD_REQUEST if no column is known or
 * there are too many rows.
 */
export async function importClients(
  { db, ...clock }: Clock & Pick<ApiServices, 'db'>,
  { csv, dryRun }: { readonly csv: string; readonly dryRun: boolean },
): Promise<ImportResult> {
  const rows = parseClientsCsv(csv);
  const problem = !rows
    ? 'The first row must name the columns. Include at least Name, Company or Email.'
    : rows.length > MAX_IMPORTED_ROWS && `Import at most ${MAX_IMPORTED_ROWS.toLocaleString('en')} clients at a time.`;
  if (!rows || problem) throw new AppError('BAD_REQUEST', problem || '', { csv: problem || '' });
  return tryInTransaction(db, !dryRun, async tx => {
    const result: ImportResult = { added: 0, updated: 0, unchanged: 0, invalidRows: [] };
    for (const row of rows) {
      const done = await importRow(tx, clock, row);
      if (typeof done === 'string') result[done]++;
      else result.invalidRows.push({ row: row.row, name: row.input.name.slice(0, 80), message: done.problem });
    }
    return result;
  });
}

async function importRow(
  tx: Transaction,
  clock: Clock,
  { input }: CsvRow,
): Promise<'added' | 'updated' | 'unchanged' | { readonly problem: string }> {
  const checked = clientInput.safeParse(input);
  if (!checked.success) return { problem: checked.error.issues[0]?.message ?? 'This row is invalid.' };
  const row = checked.data;
  try {
    const existing = await findExisting(tx, row);
    if (!existing) {
      await createClient(tx, clock, row);
      return 'added';
    }
    const before = await toInput(tx, existing);
    const after = applyRow(row, before);
    if (JSON.stringify(after) === JSON.stringify(before)) return 'unchanged';
    await updateClient(tx, clock, { ...after, id: existing.id, version: existing.version });
    return 'updated';
  } catch (error) {
    // Thrown before anything is written, so the transaction can go on.
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

async function findExisting(
  tx: Transaction,
  { emails, name, billing }: Parameters<typeof applyRow>[0],
): Promise<ClientRow | undefined> {
  for (const email of emails) {
    const found = await findClientByEmail(tx, email);
    if (found) return found;
  }
  return emails.length === 0 ? findClientByName(tx, name, billing.company) : undefined;
}

async function toInput(db: Db, row: ClientRow): Promise<Parameters<typeof applyRow>[0]> {
  const emails = (await listEmailsOfClients(db, [row.id])).get(row.id) ?? [];
  const { name, phone, billing, notes, tags } = toClient(row, emails);
  return { name, emails, phone, billing, notes, tags };
}

/** Exports all filtered clients as CSV, in the columns that an import reads. */
export function exportClients(db: Db, { now }: Clock, filter: ClientFilter) {
  async function* parts() {
    for await (const rows of listAllClientRows(db, filter)) {
      const emails = await listEmailsOfClients(
        db,
        rows.map(({ id }) => id),
      );
      yield rows.map(row => toClient(row, emails.get(row.id) ?? []));
    }
  }
  return csvDownload(`clients-${now().toString().slice(0, 10)}.csv`, clientCsvHeading, cellsIn(parts(), toClientCells));
}
