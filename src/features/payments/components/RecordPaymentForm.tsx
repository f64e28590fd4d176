import { toDecimalString } from '#shared/money.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { recordedMethods } from '../contract/enums.ts';
import type { InvoiceBalance } from '../contract/invoices.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { getFirstPaymentDay } from '../rules/received-dates.ts';
import { EmailCheckbox } from './EmailCheckbox.tsx';

export interface InvoiceFormProps {
  invoice: InvoiceBalance;
  /** Idempotency key of the page's forms. */
  formKey: string;
  refused: FailedSubmission | undefined;
}

/** Form for a payment that arrived outside of the site. */
export function RecordPaymentForm({ invoice, formKey, refused }: InvoiceFormProps) {
  const { currency, balance, issuedOn, today, client } = invoice;
  const own = refused?.values.intent === 'record' ? refused : undefined;
  const amount = toDecimalString({ minor: balance.amountDue, currency });
  const field = createFieldProps(own, { amount, receivedOn: today, method: 'bank_transfer' });
  return (
    <div className="mt-6 border-t border-rule-strong pt-4 [&>form]:mt-4">
      <h2 className="text-h4">Record a payment</h2>
      <PageForm
        intent="record"
        error={own?.failed}
        fieldsKey={formKey}
        submitLabel="Record payment"
        busyLabel="Recording…"
      >
        <input type="hidden" name="key" value={formKey} readOnly />
        <TextField
          label={`Amount in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          hint="Less than the amount due leaves the rest open. More becomes a refund for you to send."
          {...field('amount')}
        />
        <TextField
          label="Received on"
          type="date"
          min={getFirstPaymentDay(issuedOn)}
          max={today}
          hint="Can be up to a year before the invoice, if the client paid in advance."
          {...field('receivedOn')}
        />
        <SelectField
          label="Method"
          options={Object.fromEntries(recordedMethods.map(method => [method, paymentMethodLabels[method]]))}
          {...field('method')}
        />
        <TextField
          label="Reference (optional)"
          maxLength={120}
          autoComplete="off"
          hint="Printed on the receipt."
          {...field('reference')}
        />
        {client.email !== null && (
          <EmailCheckbox name="sendsReceipt" label="Email the receipt to the client" refused={own} />
        )}
      </PageForm>
    </div>
  );
}
