import { isDeepStrictEqual } from 'node:util';
import { getOwnerDate } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { tryInTransaction } from '#platform/database/rollback.ts';
import { cellsIn, csvDownload } from '#platform/http/csv-download.ts';
import { AppError } from '#shared/errors.ts';
import { type ClientFilter, clientInput, type ImportResult } from '../contract/index.ts';
import { MAX_IMPORT_EXAMPLES, MAX_IMPORTED_ROWS } from '../contract/constants.ts';
import {
  type ClientRow,
  findClientByEmail,
  findClientByName,
  listClientEmails,
  listEmailsOfClients,
} from '../queries/clients.ts';
import { listAllClientRows } from '../queries/list-clients.ts';
import {
  applyRow,
  clientCsvHeading,
  type CsvClient,
  parseClientsCsv,
  toClientCells,
  toClientInput,
  toCsvClient,
  toNamedCells,
  toRowProblem,
} from '../rules/client-csv.ts';
import { createClient, toClient, updateClient } from './clients.ts';

type Clock = Pick<ApiServices, 'now'>;

/**
 * Imports clients from CSV: a row with a known email address, or without one the same name and company, updates that
 * client; its empty cells change nothing. With `dryRun`, nothing is saved. Throws BAD_REQUEST if no column is known, or
 * there are no or too many rows.
 */
export async function importClients(
  { db, ...clock }: Clock & Pick<ApiServices, 'db'>,
  { csv, dryRun }: { readonly csv: string; readonly dryRun: boolean },
): Promise<ImportResult> {
  const rows = parseClientsCsv(csv);
  const problem = !rows
    ? 'The first row must name the columns. Include at least Name, Company or Email.'
    : rows.length === 0
      ? 'This list has no clients. Add a row for each one below the column names.'
      : rows.length > MAX_IMPORTED_ROWS &&
        `Import at most ${MAX_IMPORTED_ROWS.toLocaleString('en')} clients at a time.`;
  if (!rows || problem) throw new AppError('BAD_REQUEST', problem || '', { csv: problem || '' });
  return tryInTransaction(db, !dryRun, async tx => {
    const result: ImportResult = { added: 0, updated: 0, unchanged: 0, examples: [], invalidRows: [] };
    for (const { row, client } of rows) {
      const { outcome, saved, problems } = await importRow(tx, clock, client);
      if (outcome === 'invalid') {
        const message = problems.map(one => [one.column, one.message].filter(Boolean).join(': ')).join(' ');
        result.invalidRows.push({ row, name: client.name.slice(0, 80), message, problems });
        continue;
      }
      result[outcome]++;
      if (outcome !== 'unchanged' && result.examples.length < MAX_IMPORT_EXAMPLES) {
        result.examples.push({ row, outcome, cells: toNamedCells(saved) });
      }
    }
    return result;
  });
}

interface ImportedRow {
  readonly outcome: 'added' | 'updated' | 'unchanged' | 'invalid';
  /** The client with its values from before and from the row. */
  readonly saved: CsvClient;
  readonly problems: ImportResult['invalidRows'][number]['problems'];
}

async function importRow(tx: Transaction, clock: Clock, client: CsvClient): Promise<ImportedRow> {
  const existing = await findExisting(tx, client);
  const before = existing && toCsvClient(toClient(existing, await listClientEmails(tx, existing.id)));
  const saved = applyRow(client, before);
  const checked = clientInput.safeParse(toClientInput(saved));
  const invalid = (problems: ImportedRow['problems']) => ({ outcome: 'invalid' as const, saved, problems });
  if (!checked.success) return invalid(checked.error.issues.map(issue => toRowProblem(saved, issue)));
  try {
    if (!existing || !before) {
      await createClient(tx, clock, checked.data);
      return { outcome: 'added', saved, problems: [] };
    }
    if (isDeepStrictEqual(checked.data, clientInput.safeParse(toClientInput(before)).data)) {
      return { outcome: 'unchanged', saved, problems: [] };
    }
    await updateClient(tx, clock, { ...checked.data, id: existing.id, version: existing.version });
    return { outcome: 'updated', saved, problems: [] };
  } catch (error) {
    // Thrown before anything is written, so the transaction can go on.
    if (error instanceof AppError)
      return invalid([toRowProblem(saved, { path: Object.keys(error.fields), message: error.message })]);
    throw error;
  }
}

/**
 * Returns the existing client that a row matches. Text that the database can't store matches none, and is rejected
 * later.
 */
async function findExisting(tx: Transaction, { emails, name, billing }: CsvClient): Promise<ClientRow | undefined> {
  if ([...emails, name, billing.company].some(text => text.includes('\0'))) return undefined;
  for (const email of emails) {
    const found = await findClientByEmail(tx, email);
    if (found) return found;
  }
  return emails.length === 0 ? findClientByName(tx, name, billing.company) : undefined;
}

/** Exports all filtered clients as CSV, in the columns that an import reads. */
export async function exportClients(db: Db, { now }: Clock, filter: ClientFilter) {
  async function* parts() {
    for await (const rows of listAllClientRows(db, filter)) {
      const emails = await listEmailsOfClients(
        db,
        rows.map(({ id }) => id),
      );
      yield rows.map(row => toClient(row, emails.get(row.id) ?? []));
    }
  }
  return csvDownload(
    `clients-${await getOwnerDate(db, now())}.csv`,
    clientCsvHeading,
    cellsIn(parts(), client => toClientCells(toCsvClient(client))),
  );
}
