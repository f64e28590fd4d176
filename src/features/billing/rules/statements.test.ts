import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import { finalizeDocument } from './documents.ts';
import { buildCurrencyAccounts, type AccountEntry, formatAccountEntry, buildStatementDraft } from './statements.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';

const entry = (
  date: string,
  amount: number,
  currency = 'USD',
  kind: AccountEntry['kind'] = 'invoiced',
): AccountEntry => ({
  date,
  kind,
  amount: toMinorUnits(amount),
  currency,
  document: { kind: 'invoice', number: '2026-0001' },
  creditNoteNumber: null,
  isUndo: false,
  isDispute: false,
});

describe("a client's account", () => {
  it('starts with the opening balance and ends with the closing balance', () => {
    const entries = [
      entry('2026-01-31', 1000),
      entry('2026-02-01', -300, 'USD', 'paid'),
      entry('2026-02-28', 500),
      entry('2026-03-01', -200, 'USD', 'paid'),
    ];
    expect(buildCurrencyAccounts(entries, '2026-02-01', '2026-02-28')).toMatchObject([
      { openingBalance: 1000, entries: [{ balance: 700 }, { balance: 1200 }], closingBalance: 1200 },
    ]);
  });

  it('exists for each currency, even without entries in the period', () => {
    const accounts = buildCurrencyAccounts(
      [entry('2025-01-01', 5, 'USD'), entry('2025-01-01', 7, 'EUR')],
      '2026-01-01',
      '2026-12-31',
    );
    expect(
      accounts.map(({ currency, openingBalance, entries, closingBalance }) => [
        currency,
        openingBalance,
        entries.length,
        closingBalance,
      ]),
    ).toEqual([
      ['EUR', 7, 0, 7],
      ['USD', 5, 0, 5],
    ]);
  });

  const days = fc.integer({ min: 1, max: 28 }).map(number => `2026-02-${String(number).padStart(2, '0')}`);
  const entries = fc
    .array(fc.tuple(days, fc.integer({ min: -1e9, max: 1e9 })), { maxLength: 30 })
    .map(all => all.toSorted(([one], [other]) => one.localeCompare(other)).map(([on, amount]) => entry(on, amount)));

  it('continues the previous period, however it is divided, and matches the total of its document', () => {
    fc.assert(
      fc.property(entries, days, (all, day) => {
        fc.pre(all.length > 0);
        const [first] = buildCurrencyAccounts(all, '2026-02-01', day);
        const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
        const [second] = buildCurrencyAccounts(all, next, '2026-12-31');
        if (!first || !second) throw new Error('There is no account.');
        expect(second.openingBalance).toBe(first.closingBalance);
        expect(second.closingBalance).toBe(sumAmounts(all.map(({ amount }) => amount)));
        expect(first.entries.length + second.entries.length).toBe(all.length);
        const { issuer, client } = documentDraftFixture();
        const document = finalizeDocument(
          buildStatementDraft(second, { from: next, to: '2026-12-31', issuer, client }),
        );
        expect(document.amountDue).toBe(second.closingBalance);
        expect(document.number).toBe('S-2026-1231');
      }),
    );
  });

  it('lists any number of entries, unlike an issued document', () => {
    const all = Array.from({ length: 1001 }, () => entry('2026-02-01', 1));
    const [account] = buildCurrencyAccounts(all, '2026-02-01', '2026-02-28');
    if (!account) throw new Error('There is no account.');
    const { issuer, client } = documentDraftFixture();
    const draft = buildStatementDraft(account, { from: '2026-02-01', to: '2026-02-28', issuer, client });
    expect(finalizeDocument(draft)).toMatchObject({ lineItems: { length: 1001 }, total: 1001 });
    expect(() => finalizeDocument({ ...draft, kind: 'quote' })).toThrow('at most 1000 line items');
  });

  it.each([
    ['invoiced', null, 'Invoice 2026-0001'],
    ['paid', null, 'Payment for invoice 2026-0001'],
    ['refunded', null, 'Refund for invoice 2026-0001'],
    ['refunded', null, 'Disputed payment for invoice 2026-0001', false, true],
    ['reinstated', null, 'Payment reinstated for invoice 2026-0001'],
    ['voided', null, 'Payment voided for invoice 2026-0001'],
    ['written_off', null, 'Write-off undone for invoice 2026-0001'],
    ['applied', null, 'Credit used from invoice 2026-0001'],
    ['applied', null, 'Credit removed from invoice 2026-0001', true],
    ['credited', '2026-0002', 'Credit note 2026-0002 for invoice 2026-0001'],
  ] as const)('describes %s', (kind, creditNoteNumber, text, isUndo: boolean = false, isDispute: boolean = false) => {
    expect(
      formatAccountEntry({
        kind,
        creditNoteNumber,
        isUndo,
        isDispute,
        amount: toMinorUnits(100),
        document: { kind: 'invoice', number: '2026-0001' },
      }),
    ).toBe(text);
  });
});
