import { expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { documentDraftFixture } from '#tests/support/billing-document-fixture.ts';
import { finalizeDocument } from './documents.ts';
import { totalRows } from './total-rows.ts';

it('show the overpaid amount instead of a negative amount due', () => {
  const invoice = finalizeDocument(documentDraftFixture({ paymentInstructions: [] }));
  const settle = (surplus: number) => {
    const paid = toMinorUnits(invoice.total + surplus);
    const settlement = { status: 'paid', statusDate: '2026-04-01', paid, credited: toMinorUnits(0) } as const;
    return totalRows(invoice, settlement).at(-1);
  };
  expect(settle(0)).toMatchObject({ label: 'Amount due', amount: 0 });
  expect(settle(500)).toMatchObject({ label: 'Overpaid', amount: 500 });
});
