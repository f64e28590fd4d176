import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { toDecimalString, formatMoney } from '#shared/money.ts';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { TextField } from '#ui/TextField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { PaymentDetails } from '../contract/review.ts';
import { isManualMethod } from '../contract/enums.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';

const decisions = [
  ['credited', 'Credit this amount', 'The client gets a credit note and doesn’t owe this amount.'],
  ['owed', 'Keep this amount due', 'The invoice stays the same, and the client has to pay this amount again.'],
] as const;

interface RefundFormProps {
  details: PaymentDetails;
  /** Idempotency key of the form. */
  formKey: string;
  refused: FailedSubmission | undefined;
}

export function RefundForm({ details: { payment, refundable, currency }, formKey, refused }: RefundFormProps) {
  const maximum = { minor: refundable, currency };
  const field = createFieldProps(refused, { amount: toDecimalString(maximum) });
  return (
    <PageForm error={refused?.failed} fieldsKey={formKey} submitLabel="Refund payment" busyLabel="Refunding…" danger>
      <input type="hidden" name="key" value={formKey} />
      <TextField
        label={`Amount in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        hint={`Up to ${formatMoney(maximum, { exact: true })}.`}
        {...field('amount')}
      />
      <TextArea label="Reason" hint="The client sees this." rows={3} maxLength={500} {...field('reason')} />
      <fieldset className="grid gap-2 text-small">
        <legend className="mb-1.5 font-display font-semibold">Invoice {payment.documentNumber}</legend>
        {decisions.map(([value, label, effect]) => (
          <label key={value} className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              className="mt-1"
              type="radio"
              name="decision"
              value={value}
              defaultChecked={value === (refused?.values.decision === 'owed' ? 'owed' : 'credited')}
            />
            <span>
              {label} <span className="block text-ink-soft">{effect}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="text-small text-ink-soft">
        {isManualMethod(payment.method) ? (
          <>
            Send the money yourself, then enter the transfer reference on the{' '}
            <Link className="link" to={dashboardPaths.payments}>
              Payments page
            </Link>
            .
          </>
        ) : (
          'The client gets the refund to their original payment method within 5 to 10 days.'
        )}
      </p>
    </PageForm>
  );
}
