import { listAddressesOf } from '#features/clients/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { dayOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { BillingDocument } from '../contract/documents.ts';
import type { AccountStatement, AccountStatementQuery } from '../contract/statement.ts';
import { renderPdfInWorker } from '../pdf/pdf-worker-client.ts';
import { findBilledClient, listAccountEntries } from '../queries/account-entries.ts';
import { getBillingSettingsRow } from '../queries/settings.ts';
import { finalizeDocument } from '../rules/documents.ts';
import { languageOf } from '../rules/labels.ts';
import { buildCurrencyAccounts, buildStatementDraft } from '../rules/statements.ts';
import { withDisputes } from './disputes.ts';
import { buildDocumentPath } from './document-urls.ts';
import { findDocumentDesign } from './document-design.ts';
import { getIssuer } from './issuer.ts';
import { withLogo } from './pdf-files.ts';

type Services = Pick<ApiServices, 'now' | 'encryption' | 'features'>;

/** Reads the accounts of the client with an email address for a period, by default this year up to today. */
async function readAccounts(db: Db, services: Services, { email, from, to }: AccountStatementQuery) {
  const timeZone = await getTimeZone(db);
  const today = dayOf(services.now(), timeZone).toString();
  const period = { from: from ?? `${(to ?? today).slice(0, 4)}-01-01`, to: to ?? today };
  if (period.from > period.to) {
    const message = 'Choose an end date on or after the start date.';
    throw new AppError('BAD_REQUEST', message, { to: message });
  }
  const addresses = await listAddressesOf(db, email);
  const client = await findBilledClient(db, addresses);
  if (!client) throw new AppError('NOT_FOUND', 'No invoices found for this email address.');
  const found = await withDisputes(db, services, await listAccountEntries(db, addresses));
  const entries = found.map(({ at, documentKind, number, ...entry }) => ({
    ...entry,
    date: dayOf(at.toTemporalInstant(), timeZone).toString(),
    document: { kind: documentKind, number, path: buildDocumentPath(services, number) },
  }));
  return { ...period, timeZone, client, accounts: buildCurrencyAccounts(entries, period.from, period.to) };
}

/**
 * Returns a client's account statement. Throws NOT_FOUND for an address without documents, and BAD_REQUEST for dates in
 * the wrong order.
 */
export async function getAccountStatement(
  db: Db,
  services: Services,
  query: AccountStatementQuery,
): Promise<AccountStatement> {
  const { client, accounts, timeZone, from, to } = await readAccounts(db, services, query);
  const { name, email } = client;
  const about = { from, to, timeZone, client, issuer: (await getIssuer(db, languageOf({ client }))).issuer };
  const design = await findDocumentDesign(db);
  return {
    client: { name, email: email ?? query.email, language: languageOf({ client }) },
    from,
    to,
    accounts: accounts.map(account => {
      // The closing balance alone has the same sums, and there may be thousands of entries.
      const closing = { currency: account.currency, openingBalance: account.closingBalance, entries: [] };
      const { lineItems: _, ...document } = finalizeDocument({ ...buildStatementDraft(closing, about), ...design });
      return { ...account, document };
    }),
  };
}

/**
 * Renders the statement in one currency as a PDF, each time: it is not an issued document and is not stored. Throws the
 * errors of {@link getAccountStatement}, and NOT_FOUND for a currency without entries.
 */
export async function renderStatementPdf(
  services: Services & Pick<ApiServices, 'db' | 'dist' | 'files'>,
  { currency, ...query }: AccountStatementQuery & { readonly currency: string },
): Promise<{ document: BillingDocument; pdf: Buffer }> {
  const { db, dist } = services;
  const { client, accounts, timeZone, from, to } = await readAccounts(db, services, query);
  const account = accounts.find(one => one.currency === currency);
  if (!account) throw new AppError('NOT_FOUND', 'This client has no invoices in this currency.');
  const { issuer } = await getIssuer(db, languageOf({ client }));
  const draft = buildStatementDraft(account, { from, to, timeZone, issuer, client });
  const document = finalizeDocument({ ...draft, ...(await findDocumentDesign(db)) });
  const { paperSize } = await getBillingSettingsRow(db);
  return { document, pdf: await renderPdfInWorker(await withLogo(services, document), { paper: paperSize, dist }) };
}
