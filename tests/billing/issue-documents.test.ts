import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueDocument, issueReceipt } from '#features/billing/actions/issue-document.ts';
import { getAmountDue, listPayableDocuments } from '#features/billing/queries/ledger.ts';
import { createDraftInvoice, now, billingFixture, countOutcomes } from '../support/billing-fixture.ts';

let site: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => (site = await billingFixture()));
afterAll(() => site.close());

describe('term 5: document numbers', () => {
  it('have no gaps despite simultaneous and failed issues', async () => {
    const before = await site.issue(100);
    const tries = Array.from({ length: 30 }, (_none, place) =>
      site.db.transaction(async tx => {
        const { sequence } = await issueDocument(tx, site.issuingAt(now), createDraftInvoice(100), {
          orderId: site.orderId,
        });
        if (place % 3 === 0) throw new Error('Something else failed.');
        return sequence;
      }),
    );
    const issuedNumbers = (await Promise.allSettled(tries)).flatMap(tried =>
      tried.status === 'fulfilled' ? [tried.value] : [],
    );
    expect(issuedNumbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_none, place) => before.sequence + 1 + place),
    );
    expect((await site.issue(100)).sequence).toBe(before.sequence + 21);
  });

  it.each([
    ['UTC', '2030-12-31T23:30:00Z', '2030-0001', '2030-12-31'],
    ['Asia/Dhaka', '2030-12-31T23:30:00Z', '2031-0001', '2031-01-01'],
    ['America/New_York', '2033-01-01T03:00:00Z', '2032-0001', '2032-12-31'],
    ['Australia/Lord_Howe', '2033-12-31T13:30:00Z', '2034-0001', '2034-01-01'],
  ])('use the owner’s calendar year in %s', async (timeZone, at, number, issuedOn) => {
    const document = await site.issue(100, site.issuingAt(Temporal.Instant.from(at), timeZone));
    expect([document.number, document.issuedOn, document.content.number]).toEqual([number, issuedOn, number]);
  });

  it('never get an earlier date than the previous one, and the due date shifts with it', async () => {
    const ahead = Temporal.Instant.from('2036-03-01T12:00:00Z');
    const back = site.issuingAt(Temporal.Instant.from('2035-11-20T12:00:00Z'));
    const last = await site.issue(100, site.issuingAt(ahead));
    const moved = await site.db.transaction(tx =>
      issueDocument(tx, back, createDraftInvoice(100, { dueOn: '2035-11-27' }), { orderId: site.orderId }),
    );
    expect([last.issuedOn, last.number]).toEqual(['2036-03-01', '2036-0001']);
    expect([moved.issuedOn, moved.number, moved.dueOn]).toEqual(['2036-03-01', '2036-0002', '2036-03-08']);
    expect(moved.content).toMatchObject({ issuedOn: '2036-03-01', dueOn: '2036-03-08' });
    // Issue at the same moment with clocks that differ.
    const both = await Promise.all(
      Array.from({ length: 12 }, (_none, place) =>
        site.issue(100, place % 2 === 0 ? back : site.issuingAt(ahead.add({ hours: 24 * place }))),
      ),
    );
    const inOrder = both.toSorted((one, other) => one.sequence - other.sequence).map(({ issuedOn }) => issuedOn);
    expect(inOrder).toEqual(inOrder.toSorted());
  });

  it('use a separate gapless series for receipts, which have no tax', async () => {
    const at = site.issuingAt(Temporal.Instant.from('2038-05-01T12:00:00Z'));
    const invoice = await site.db.transaction(tx =>
      issueDocument(tx, at, createDraftInvoice(100, { tax: { name: 'VAT', basisPoints: 1900 }, dueOn: '2038-05-08' }), {
        orderId: site.orderId,
      }),
    );
    const receipts = [];
    for (let count = 0; count < 2; count += 1) {
      const received = { invoiceId: invoice.id, amount: invoice.total, method: 'Bank transfer', reference: null };
      receipts.push(await site.db.transaction(tx => issueReceipt(tx, at, received)));
    }
    const next = await site.issue(100, at);
    expect([invoice, ...receipts, next].map(({ number }) => number)).toEqual([
      '2038-0001',
      'R-2038-0001',
      'R-2038-0002',
      '2038-0002',
    ]);
    for (const { content } of receipts) expect(content).toMatchObject({ taxAmount: 0, tax: { basisPoints: 0 } });
    expect(receipts[0]?.total).toBe(invoice.total);
  });

  it('continue past four digits', async () => {
    await site.db.execute(sql`insert into billing_document_sequences values (2040, 9999)`);
    const document = await site.issue(100, site.issuingAt(Temporal.Instant.from('2040-06-01T00:00:00Z')));
    expect(document.number).toBe('2040-10000');
  });

  it('belong to immutable documents', async () => {
    const { id } = await site.issue(100);
    for (const change of [
      sql`update billing_documents set total = 1 where id = ${id}`,
      sql`update billing_documents set content = '{}' where id = ${id}`,
      sql`delete from ledger_entries where billing_document_id = ${id}`,
      sql`update ledger_entries set amount = 1 where billing_document_id = ${id}`,
      sql`delete from billing_documents where id = ${id}`,
    ]) {
      await expect(site.db.execute(change)).rejects.toMatchObject({ cause: { code: '23000' } });
    }
    expect(await getAmountDue(site.db, id)).toBe(100);
  });

  it('exist before any payment', async () => {
    await expect(site.pay(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      site.db.execute(
        sql`insert into payments (billing_document_id, method, status, amount, currency, reference, created_at)
            values (999999, 'bank_transfer', 'in_review', 1, 'USD', 'x', now())`,
      ),
    ).rejects.toMatchObject({ cause: { code: '23503' } });
  });
});

describe('credit_note', () => {
  it('reduces the amount due down to zero', async () => {
    const invoice = await site.issue(1000);
    await site.creditOf(invoice, 400);
    expect(await getAmountDue(site.db, invoice.id)).toBe(600);
    await expect(site.creditOf(invoice, 601)).rejects.toMatchObject({ code: 'CONFLICT' });
    await site.creditOf(invoice, 600);
    expect(await getAmountDue(site.db, invoice.id)).toBe(0);
    await expect(site.pay(invoice.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('cannot exceed the invoice when issued simultaneously', async () => {
    const invoice = await site.issue(1000);
    const { done, failed } = await countOutcomes(Array.from({ length: 10 }, () => site.creditOf(invoice, 300)));
    expect([done, new Set(failed)]).toEqual([3, new Set(['CONFLICT'])]);
    expect(await getAmountDue(site.db, invoice.id)).toBe(100);
  });

  it('applies only to payable documents', async () => {
    const invoice = await site.issue(1000);
    await expect(site.creditOf(await site.creditOf(invoice, 10), 5)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('term 6: late fee', () => {
  it('is issued once per document', async () => {
    const invoice = await site.issue(1000);
    const fee = createDraftInvoice(50, { kind: 'late_fee_invoice' });
    const { done } = await countOutcomes(Array.from({ length: 8 }, () => site.issueAbout(invoice, fee)));
    expect(done).toBe(1);
    const payableDocuments = await listPayableDocuments(site.db, site.orderId, ['deposit_invoice', 'late_fee_invoice']);
    expect(payableDocuments.slice(-2).map(({ owed, settled, lateFee }) => [owed, settled, lateFee])).toEqual([
      [1000, 0, 'applied'],
      [50, 0, 'none'],
    ]);
  });
});
