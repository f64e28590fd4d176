import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMinorUnits, sumAmounts } from '#shared/money-arithmetic.ts';
import { type QuotedOrder, formatQuoteAgreement, calculateQuoteTotals } from './quotes.ts';
import { parseSignedAmount } from './quote-lines.ts';
import { DEFAULT_PAYMENT_TERMS } from '../../../../../tests/support/order-factory.ts';

const noTax = { behavior: 'inclusive', name: 'VAT', basisPoints: 0 } as const;
const line = (amount: number) => ({ description: 'Work', amount: toMinorUnits(amount) });

describe('the totals of a quote', () => {
  const amounts = fc.array(fc.integer({ min: -100_000, max: 2_000_000_000 }), { minLength: 1, maxLength: 20 });
  const taxes = fc.record({
    behavior: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    name: fc.constant('VAT'),
    basisPoints: fc.integer({ min: 0, max: 3000 }),
  });

  it('equal deposit plus balance, to the cent, for any lines, tax and urgency (terms 1, 2 and 16)', () => {
    fc.assert(
      fc.property(amounts, fc.boolean(), taxes, fc.integer({ min: 1, max: 100 }), (list, isUrgent, tax, percent) => {
        const of = { ...DEFAULT_PAYMENT_TERMS, depositPercent: percent };
        const { lines, taxAmount, total, deposit, balance } = calculateQuoteTotals(list.map(line), isUrgent, tax, of);
        const sum = sumAmounts(lines.map(({ amount }) => amount));
        expect(total).toBe(tax.behavior === 'exclusive' ? sum + taxAmount : sum);
        expect(deposit + balance).toBe(total);
        expect(lines.filter(({ term }) => term === 16)).toHaveLength(isUrgent ? 1 : 0);
        if (total > 0) expect(deposit).toBeGreaterThanOrEqual(Math.floor((total * percent) / 100));
      }),
    );
  });

  it.each([
    ['1,800', 180_000],
    ['$1,200.50', 120_050],
    ['-100.01', -10_001],
    [' − 5', -500],
    ['0', 0],
  ])('parses %j as %i', (text, minor) => {
    const read = parseSignedAmount(text, 'USD');
    expect('amount' in read && read.amount + 0).toBe(minor);
  });

  it.each(['', '-', '--5', 'much', '1.005', '1,5000', '-$', '99999999999'])('rejects %j as an amount', text => {
    expect(parseSignedAmount(text, 'USD')).toHaveProperty('error');
  });
});

describe('the text of an agreement', () => {
  const order: QuotedOrder = {
    id: 1001,
    title: 'Custom package',
    clientName: 'Noor Haddad',
    offerSnapshot: { id: null, features: ['Tables'], deliveryDays: 21, supportDays: 1 },
    agreedTerms: { settings: DEFAULT_PAYMENT_TERMS, texts: [{ number: 1, text: 'Half first.' }] },
    lineItems: [{ ...line(180_001), term: null }],
    tax: noTax,
    currency: 'USD',
    total: toMinorUnits(180_001),
    isUrgent: false,
    quoteExpiresOn: '2027-03-15',
    installments: null,
    milestones: null,
    quoteNote: 'In two parts.',
  };
  const text = formatQuoteAgreement(order, ['Logo']);

  it('contains everything, in words', () => {
    expect(text).toBe(
      [
        'AGREEMENT: Custom package',
        '',
        'Order 1001, for Noor Haddad.',
        'This quote can be accepted until 15 Mar 2027.',
        '',
        '- Tables',
        '',
        'In two parts.',
        '',
        'Delivery: 21 days after the deposit is paid and all content is received.',
        'The client supplies:',
        '- Logo',
        'Support: included for 1 day after delivery.',
        '',
        'PRICE',
        'Work: $1,800.01',
        'Total: $1,800.01',
        'Deposit: $900.01 (term 1)',
        'Balance: $900.00 (term 2)',
        '',
        'PAYMENT TERMS',
        '1. Half first.',
        '',
      ].join('\n'),
    );
  });

  it.each<[string, Partial<QuotedOrder>]>([
    ['the order', { id: 1002 }],
    ['the client', { clientName: 'Noor' }],
    ['a line', { lineItems: [{ ...line(180_001), description: 'Else', term: null }] }],
    ['the tax', { tax: { ...noTax, basisPoints: 500 } }],
    ['the total', { total: toMinorUnits(1) }],
    ['the currency', { currency: 'EUR' }],
    ['urgency', { isUrgent: true }],
    ['the last day', { quoteExpiresOn: '2027-03-16' }],
    ['the installments', { installments: 3 }],
    [
      'the milestones',
      { milestones: [{ description: 'All', amount: null, entered: '', dueOn: '2027-04-01', invoiceId: null }] },
    ],
    ['the note', { quoteNote: '' }],
    ['the days', { offerSnapshot: { ...order.offerSnapshot, deliveryDays: 20 } }],
    ['the support', { offerSnapshot: { ...order.offerSnapshot, supportDays: 0 } }],
    [
      'the deposit',
      { agreedTerms: { ...order.agreedTerms, settings: { ...DEFAULT_PAYMENT_TERMS, depositPercent: 40 } } },
    ],
    ['a term', { agreedTerms: { ...order.agreedTerms, texts: [{ number: 1, text: 'All first.' }] } }],
  ])('changes with another %s', (_what, changes) => {
    expect(formatQuoteAgreement({ ...order, ...changes }, ['Logo'])).not.toBe(text);
  });

  it('mentions no payment of a deposit of 0%', () => {
    const settings = { ...DEFAULT_PAYMENT_TERMS, depositPercent: 0 };
    const lines = formatQuoteAgreement({ ...order, agreedTerms: { ...order.agreedTerms, settings } }, ['Logo']);
    expect(lines).toContain('Delivery: 21 days after the quote is accepted and all content is received.');
    expect(lines).not.toContain('deposit is paid');
  });

  it('lists milestones with their amounts and dates instead of the balance', () => {
    const plan = { entered: '', invoiceId: null };
    const milestones = [
      { ...plan, description: 'Design: approved', amount: toMinorUnits(30_000), dueOn: '2027-04-01' },
      { ...plan, description: 'Launch', amount: null, dueOn: '2027-05-01' },
    ];
    const lines = formatQuoteAgreement({ ...order, milestones }, ['Logo']).split('\n');
    const from = lines.indexOf('Deposit: $900.01 (term 1)');
    expect(lines.slice(from + 1, from + 5)).toEqual([
      'Balance in milestones: $900.00',
      'Design: approved, due 01 Apr 2027: $300.00',
      'Launch, due 01 May 2027: $600.00',
      'Each milestone is invoiced 7 days before its due date, but not before the deposit is paid. When the work is complete, the remaining milestones are invoiced with the same due dates. Price changes are added to the last milestone.',
    ]);
  });

  it('changes with other content items', () => {
    expect(formatQuoteAgreement(order, [])).not.toBe(text);
  });
});
