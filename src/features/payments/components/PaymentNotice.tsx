import type { PaymentNoticeKind } from '../rules/payment-notice.ts';
import { RefreshPaymentButton, usePaymentPolling } from './RefreshPaymentButton.tsx';

const texts: Readonly<Record<Exclude<PaymentNoticeKind, null>, readonly [title: string, text: string]>> = {
  confirming: [
    'Your payment is being confirmed',
    'This takes some moments. A receipt comes by mail once it has arrived.',
  ],
  received: ['Thank you, your payment has arrived', 'The receipt is on its way to you by mail.'],
  canceled: ['You came back without paying', 'Nothing was taken. You can pay another way, or at another time.'],
  failed: ['The payment did not go through', 'Nothing was taken. Try again, or choose another way to pay.'],
  submitted: [
    'Thank you, that is noted',
    'It counts once it has been seen on the account. A receipt comes by mail then.',
  ],
};

/** Shows the state after returning from a provider or reporting a transfer. */
export function PaymentNotice({ notice }: { notice: PaymentNoticeKind }) {
  usePaymentPolling(notice === 'confirming');
  if (notice === null) return null;
  const [title, text] = texts[notice];
  const isBad = notice === 'failed';
  return (
    <div className={`border-l-2 pl-4 ${isBad ? 'border-danger' : 'border-accent'}`}>
      <output className="block">
        <span className="block font-display text-h4 font-semibold">{title}</span>
        <span className="mt-1 block text-small text-ink-soft">{text}</span>
      </output>
      {notice === 'confirming' && (
        <div className="mt-3">
          <RefreshPaymentButton />
        </div>
      )}
    </div>
  );
}
