import { toDecimalString } from '#shared/money.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { recordedMethods } from '../contract/enums.ts';
import type { InvoiceBalance } from '../contract/invoices.ts';
import { paymentMethodLabels } from '../rules/labels.ts';
import { getFirstPaymentDay } from '../rules/received-dates.ts';

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
  const field = (name: string, initial = '') => ({
    name,
    defaultValue: own ? (own.values[name] ?? '') : initial,
    error: own?.failed.fields[name],
  });
  return (
    <div className="mt-6 border-t border-rule-strong pt-4 [&>form]:mt-4">
      <h2 className="text-h4">Record a payment</h2>
      <PageForm intent="record" error={own?.failed} submitLabel="Record payment" busyLabel="Recording…">
        <input type="hidden" name="key" value={formKey} readOnly />
        <TextField
          label={`Amount in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          hint="Less than the amount due leaves the rest open. More becomes a refund for you to send."
          {...field('amount', toDecimalString({ minor: balance.amountDue, currency }))}
        />
        <TextField
          label="Received on"
          type="date"
          min={getFirstPaymentDay(issuedOn)}
          max={today}
          hint="Can be up to a year before the invoice, if the client paid in advance."
          {...field('receivedOn', today)}
        />
        <SelectField
          label="Method"
          options={Object.fromEntries(recordedMethods.map(method => [method, paymentMethodLabels[method]]))}
          {...field('method', 'bank_transfer')}
        />
        <TextField
          label="Reference (optional)"
          maxLength={120}
          autoComplete="off"
          hint="Printed on the receipt."
          {...field('reference')}
        />
        {client.email !== null && (
          <label className="flex min-h-11 items-center gap-3 text-small">
            <input
              type="checkbox"
              name="sendsReceipt"
              className="size-4.5 shrink-0"
              defaultChecked={own === undefined || own.values.sendsReceipt !== undefined}
            />
            Email the receipt to the client
          </label>
        )}
      </PageForm>
    </div>
  );
}
