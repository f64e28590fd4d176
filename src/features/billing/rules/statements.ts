import type { MinorUnits } from '#shared/money.ts';
import { ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import type { LedgerEntryKind } from '../contract/documents.ts';
import type { CurrencyAccount, StatementEntry } from '../contract/statement.ts';
import type { DocumentDraft } from './documents.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import { fillText, getDocumentTexts } from './document-texts/texts.ts';
import { formatDay, formatDocumentTitle, languageOf, nameDocument } from './labels.ts';

/** A ledger entry of a client, in one of their currencies. */
export type AccountEntry = Omit<StatementEntry, 'balance' | 'document'> & {
  readonly currency: string;
  readonly document: Pick<StatementEntry['document'], 'kind' | 'number'>;
};

/**
 * Returns a client's accounts, one per currency, from all entries, oldest first: opening balance, each entry of the
 * period with the balance after it, and closing balance.
 */
export function buildCurrencyAccounts<One extends AccountEntry>(entries: readonly One[], from: string, to: string) {
  const currencies = [...new Set(entries.map(({ currency }) => currency))].toSorted();
  return currencies.map(currency => {
    const currencyEntries = entries.filter(entry => entry.currency === currency);
    const openingBalance = sumAmounts(currencyEntries.filter(({ date }) => date < from).map(({ amount }) => amount));
    let balance = openingBalance;
    const movements = currencyEntries
      .filter(({ date }) => date >= from && date <= to)
      .map(entry => {
        balance = sumAmounts([balance, entry.amount]);
        return { ...entry, balance };
      });
    return { currency, openingBalance, entries: movements, closingBalance: balance };
  });
}

/** Describes an entry, such as "Payment for invoice 2026-0001". */
export function formatAccountEntry(
  {
    kind,
    amount,
    document,
    creditNoteNumber,
    isUndo,
    isDispute,
  }: Pick<AccountEntry, 'kind' | 'amount' | 'document' | 'creditNoteNumber' | 'isUndo' | 'isDispute'>,
  language: DocumentLanguage = 'en',
): string {
  if (kind === 'invoiced') return formatDocumentTitle(document, language);
  const { entries } = getDocumentTexts(language);
  const texts: Readonly<Record<Exclude<LedgerEntryKind, 'invoiced'>, string>> = {
    ...entries,
    refunded: isDispute ? entries.disputed : entries.refunded,
    credited: creditNoteNumber === null ? entries.credited : entries.creditedBy,
    written_off: amount > 0 ? entries.writeOffUndone : entries.writtenOff,
    applied: isUndo
      ? amount > 0
        ? entries.creditUndone
        : entries.creditReturned
      : amount > 0
        ? entries.creditUsed
        : entries.creditApplied,
  };
  return fillText(texts[kind], { title: nameDocument(document, language), number: creditNoteNumber ?? '' });
}

/** Returns the draft of an account statement. Its number is its last date; it is never issued. */
export function buildStatementDraft(
  account: Pick<CurrencyAccount, 'currency' | 'openingBalance'> & { readonly entries: readonly AccountEntry[] },
  about: { readonly from: string; readonly to: string } & Pick<DocumentDraft, 'issuer' | 'client' | 'timeZone'>,
): DocumentDraft {
  const { from, to, timeZone, issuer, client } = about;
  const line = (description: string, detail: string, unitAmount: MinorUnits) => {
    return { description, detail, quantity: 1, unitAmount, term: null };
  };
  const language = languageOf({ client });
  const texts = getDocumentTexts(language);
  const before = fillText(texts.before, { date: formatDay(from, language) });
  const opening = line(texts.openingBalance, before, account.openingBalance);
  return {
    kind: 'account_statement',
    number: `S-${to.slice(0, 4)}-${to.slice(5).replace('-', '')}`,
    issuedOn: to,
    timeZone,
    dueOn: null,
    issuer,
    client,
    order: null,
    servicePeriod: { from, until: to },
    lineItems: [
      ...(account.openingBalance === 0 ? [] : [opening]),
      ...account.entries.map(movement =>
        line(formatAccountEntry(movement, language), formatDay(movement.date, language), movement.amount),
      ),
    ],
    taxBehavior: 'inclusive',
    tax: { name: 'Tax', basisPoints: 0 },
    amountPaid: ZERO,
    currency: account.currency,
    reference: null,
    paymentInstructions: [],
    paymentUrl: null,
    terms: [],
  };
}
