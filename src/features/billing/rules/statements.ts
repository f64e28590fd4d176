import type { MinorUnits } from '#shared/money.ts';
import { ZERO, sumAmounts } from '#shared/money-arithmetic.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { LedgerEntryKind } from '../contract/documents.ts';
import type { CurrencyAccount, StatementEntry } from '../contract/statement.ts';
import type { DocumentDraft } from './documents.ts';
import { formatDocumentTitle } from './labels.ts';

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

/** Describes an entry, such as "Payment for Invoice 2026-0001". */
export function formatAccountEntry(
  entry: Pick<AccountEntry, 'kind' | 'amount' | 'document' | 'creditNoteNumber'>,
): string {
  const title = formatDocumentTitle(entry.document);
  const texts: Readonly<Record<LedgerEntryKind, string>> = {
    invoiced: title,
    credited: `${entry.creditNoteNumber === null ? 'Credit' : `Credit note ${entry.creditNoteNumber}`} for ${title}`,
    paid: `Payment for ${title}`,
    refunded: `Refund for ${title}`,
    held: `Amount on hold for ${title}`,
    released: `Hold released for ${title}`,
    reinstated: `Payment reinstated for ${title}`,
    voided: `Payment voided for ${title}`,
    written_off: entry.amount > 0 ? `Write-off undone for ${title}` : `Written off for ${title}`,
    applied: entry.amount > 0 ? `Credit used from ${title}` : `Credit applied to ${title}`,
  };
  return texts[entry.kind];
}

/** Returns the draft of an account statement. Its number is its last date; it is never issued. */
export function buildStatementDraft(
  account: Omit<CurrencyAccount, 'entries'> & { readonly entries: readonly AccountEntry[] },
  about: { readonly from: string; readonly to: string } & Pick<DocumentDraft, 'issuer' | 'client' | 'timeZone'>,
): DocumentDraft {
  const { from, to, timeZone, issuer, client } = about;
  const line = (description: string, detail: string, unitAmount: MinorUnits) => {
    return { description, detail, quantity: 1, unitAmount, term: null };
  };
  const opening = line('Opening balance', `Before ${formatPlainDate(from)}`, account.openingBalance);
  return {
    kind: 'account_statement',
    number: `S-${to.slice(0, 4)}-${to.slice(5).replace('-', '')}`,
    issuedOn: to,
    timeZone,
    dueOn: null,
    issuer,
    client,
    order: null,
    lineItems: [
      ...(account.openingBalance === 0 ? [] : [opening]),
      ...account.entries.map(movement =>
        line(formatAccountEntry(movement), formatPlainDate(movement.date), movement.amount),
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
