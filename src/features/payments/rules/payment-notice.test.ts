import { describe, expect, it } from 'vitest';
import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import type { ClientPayment } from '../contract/checkout.ts';
import { filterClientPayments, getPaymentNotice } from './payment-notice.ts';

const payment = (status: ClientPayment['status'], method: ClientPayment['method'] = 'stripe') =>
  ({ status, method, checkoutUrl: status === 'pending' ? 'https://pay.example' : null }) as ClientPayment;

describe('the page of an invoice', () => {
  const abandoned = payment('pending');
  const confirmed = payment('confirmed', 'bank_transfer');
  const query = { paid: null, cancelled: 'stripe', submitted: null } as const;

  it('offers to try a canceled payment again while an amount is due', () => {
    const due = toMinorUnits(100);
    expect(getPaymentNotice([abandoned], query, due, [])).toBe('canceled');
    expect(filterClientPayments([abandoned, confirmed], due)).toEqual([abandoned, confirmed]);
  });

  it('shows no payment that did not reach the provider, unless the site charges the saved card', () => {
    const due = toMinorUnits(100);
    const unsent = { ...payment('pending', 'paypal'), checkoutUrl: null };
    const charge = { ...unsent, method: 'stripe', isAutomatic: true } as const;
    expect(filterClientPayments([unsent, confirmed], due)).toEqual([confirmed]);
    expect(filterClientPayments([charge, confirmed], due)).toEqual([charge, confirmed]);
  });

  it('shows no unfinished payment once everything is paid', () => {
    expect(getPaymentNotice([abandoned, confirmed], query, ZERO, [])).toBeNull();
    expect(filterClientPayments([abandoned, confirmed], ZERO)).toEqual([confirmed]);
    expect(filterClientPayments([payment('failed'), confirmed], ZERO)).toEqual([confirmed]);
  });

  it('confirms the last payment', () => {
    const returned = { paid: 'stripe', cancelled: null, submitted: null } as const;
    expect(getPaymentNotice([payment('confirmed')], returned, ZERO, [])).toBe('received');
    expect(getPaymentNotice([payment('pending'), confirmed], returned, ZERO, [])).toBe('confirming');
    expect(getPaymentNotice([payment('processing'), confirmed], returned, ZERO, [])).toBe('processing');
    expect(getPaymentNotice([payment('failed'), confirmed], returned, toMinorUnits(100), [])).toBe('failed');
  });

  it('doesn’t report a failed payment of an invoice that was paid in another way', () => {
    const returned = { paid: 'stripe', cancelled: null, submitted: null } as const;
    expect(getPaymentNotice([payment('failed'), confirmed], returned, ZERO, [])).toBeNull();
  });

  it('doesn’t give thanks for a payment that was refunded, such as for a canceled order', () => {
    const returned = { paid: 'stripe', cancelled: null, submitted: null } as const;
    const amount = toMinorUnits(100);
    const settledAt = '2027-03-01T12:00:00.000Z';
    const payments = [{ ...payment('confirmed'), amount, settledAt }];
    const notice = (refunded: number, createdAt: string) =>
      getPaymentNotice(payments, returned, ZERO, [{ amount: toMinorUnits(refunded), createdAt }]);
    expect(notice(100, settledAt)).toBeNull();
    // An earlier refund, and one of a part.
    expect(notice(100, '2027-02-28T12:00:00.000Z')).toBe('received');
    expect(notice(99, settledAt)).toBe('received');
  });
});
