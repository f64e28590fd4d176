import type { Api } from '#shared/api.ts';
import { ownValue } from '#shared/own-value.ts';

interface InvoiceAction {
  /** Toast after the action. */
  readonly notice: string;
  readonly run: (payments: Api['payments'], number: string, form: ReadonlyMap<string, string>) => Promise<unknown>;
}

const text = (form: ReadonlyMap<string, string>, name: string) => form.get(name) ?? '';

/** The owner's manual actions on an invoice's balance. */
const invoiceActions: Readonly<Record<string, InvoiceAction>> = {
  record: {
    notice: 'Payment recorded',
    run: (payments, number, form) =>
      payments.recordPayment({
        number,
        amount: text(form, 'amount'),
        receivedOn: text(form, 'receivedOn'),
        method: text(form, 'method') as 'cash',
        reference: text(form, 'reference'),
        sendsReceipt: form.has('sendsReceipt'),
        key: text(form, 'key'),
      }),
  },
  write_off: {
    notice: 'Amount written off',
    run: (payments, number, form) =>
      payments.writeOff({
        number,
        amount: text(form, 'amount'),
        reason: text(form, 'reason'),
        key: text(form, 'key'),
      }),
  },
  undo_write_off: {
    notice: 'Write-off undone. The amount is due again.',
    run: (payments, number, form) =>
      payments.undoWriteOff({ number, reason: text(form, 'reason'), key: text(form, 'key') }),
  },
  apply_credit: {
    notice: 'Credit applied. The client was notified.',
    run: (payments, number, form) =>
      payments.applyCredit({
        number,
        from: text(form, 'from'),
        amount: text(form, 'amount'),
        key: text(form, 'key'),
      }),
  },
  undo_credit: {
    notice: 'Credit undone. The amount is due again.',
    run: (payments, number, form) =>
      payments.undoCredit({
        number,
        id: text(form, 'credit'),
        reason: text(form, 'reason'),
        notifiesClient: form.has('notifiesClient'),
        key: text(form, 'key'),
      }),
  },
  partial_payment: {
    notice: 'Saved',
    run: (payments, number, form) =>
      payments.updatePartialPayment({
        number,
        choice: text(form, 'choice') as 'default',
        amount: text(form, 'amount'),
      }),
  },
};

export const findInvoiceAction = (intent: string | undefined): InvoiceAction | undefined =>
  ownValue(invoiceActions, intent ?? '');
