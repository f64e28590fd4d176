import type { ReactNode } from 'react';
import { Form, useLoaderData, useNavigation } from 'react-router';
import { useRejectedForm } from '#platform/pages/loader.ts';
import { formatMoney } from '#shared/money.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useSubmitOnce } from '#ui/use-submit-once.ts';
import type { PaymentListItem } from '../contract/review.ts';
import { type PaymentAction, paymentActions } from './payment-actions.ts';

interface PaymentActionFormProps {
  action: PaymentAction;
  /** Id of the payment or refund. */
  id: number;
  payment: Pick<PaymentListItem, 'clientName' | 'documentNumber' | 'amount' | 'currency'>;
  primary?: boolean;
  /** Label of the disclosure around the form, which is open initially if `isOpen`, and after an error. */
  disclosure?: string;
  isOpen?: boolean;
  children?: (refused: FailedSubmission | undefined) => ReactNode;
}

/** Form for one action on a payment or refund; submits only once. */
export function PaymentActionForm(props: PaymentActionFormProps) {
  const { action, id, payment, primary = false, disclosure, isOpen = false, children } = props;
  const { label, busyLabel, describe } = paymentActions[action];
  const { clientName, documentNumber, amount, currency } = payment;
  const money = formatMoney({ minor: amount, currency }, { exact: true });
  const subject = `${clientName}, ${money}, invoice ${documentNumber}`;
  const { formKey } = useLoaderData<{ formKey: string }>();
  const sent = useNavigation().formData;
  const sending = sent?.get('do') === action && sent.get('id') === String(id);
  const refused = useRejectedForm();
  const failure = refused?.values.do === action && refused.values.id === String(id) ? refused : undefined;
  const submitOnce = useSubmitOnce(sending);
  const form = (
    <Form method="post" preventScrollReset noValidate className="grid gap-3" onSubmit={submitOnce}>
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name="id" value={id} />
      {/* Another payment can be confirmed after a lost response. */}
      <input type="hidden" name="key" value={`${formKey}-${id}`} readOnly />
      {children?.(failure)}
      <FormErrorMessage failure={failure?.failed} />
      <div>
        <button
          type="submit"
          className={`button ${action === 'reject' ? 'button-danger' : primary ? 'button-primary' : ''}`}
          aria-label={describe(subject)}
          aria-disabled={sending || undefined}
        >
          {sending ? busyLabel : label}
        </button>
      </div>
    </Form>
  );
  if (disclosure === undefined) return form;
  return (
    <details open={isOpen || failure !== undefined}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-ink-soft underline hover:text-accent">
        {disclosure}
        <span className="sr-only"> {subject}</span>
      </summary>
      <div className="mt-2">{form}</div>
    </details>
  );
}
