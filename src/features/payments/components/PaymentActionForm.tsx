import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { useSubmitOnce } from '#ui/use-submit-once.ts';
import type { PaymentAction } from '../rules/payment-actions.ts';

interface WorkFormProps {
  action: PaymentAction;
  /** Of the payment or refund. */
  id: number;
  label: string;
  busyLabel: string;
  /** What the button does, for screen readers, without the surrounding context. */
  accessibleLabel: string;
  primary?: boolean;
  refused: FailedSubmission | undefined;
  children?: (refused: FailedSubmission | undefined) => ReactNode;
}

/** Form for one action on a payment or refund; submits only once. */
export function PaymentActionForm({
  action,
  id,
  label,
  busyLabel,
  accessibleLabel,
  primary = false,
  refused,
  children,
}: WorkFormProps) {
  const sent = useNavigation().formData;
  const sending = sent?.get('do') === action && sent.get('id') === String(id);
  const mine = refused?.values.do === action && refused.values.id === String(id) ? refused : undefined;
  const once = useSubmitOnce(sending);
  return (
    <Form
      method="post"
      action={dashboardPaths.payments}
      preventScrollReset
      noValidate
      className="grid gap-3"
      onSubmit={once}
    >
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name="id" value={id} />
      {children?.(mine)}
      {mine && Object.keys(mine.failed.fields).length !== 1 && (
        <p role="alert" className="border-l-2 border-danger pl-4 text-small">
          {mine.failed.message}
        </p>
      )}
      <div>
        <button
          type="submit"
          className={`button ${primary ? 'button-primary' : ''}`}
          aria-label={accessibleLabel}
          aria-disabled={sending || undefined}
        >
          {sending ? busyLabel : label}
        </button>
      </div>
    </Form>
  );
}
