import { ElectronicAddressFields } from '#features/e-invoices/browser.ts';
import { eInvoiceFormatLabels } from '#features/e-invoices/contract/constants.ts';
import { useVersionedForm } from '#features/pricing/browser.ts';
import type { RejectedForm } from '#platform/pages/loader.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { documentLanguageNames, documentLanguages, EMPTY_DETAILS, MAX_NOTES_LENGTH } from '../contract/constants.ts';
import type { Client } from '../contract/index.ts';
import {
  readBilling,
  readEInvoiceSettings,
  splitList,
  toBillingFields,
  toEInvoiceFields,
} from '../contract/form-fields.ts';
import { BillingFields } from './BillingFields.tsx';

/** Returns the storage key of the unsaved form. */
export const getClientDraftKey = (id: number | string | undefined) => `client-${id ?? 'new'}`;

interface ClientFormProps {
  /** Omitted for a new client. */
  client?: Client;
  /** A new client’s name and email address, if known. */
  contact?: { readonly name: string; readonly email: string } | undefined;
  /** Codes and names. */
  countries: readonly (readonly [code: string, name: string])[];
  path: string;
  failed: RejectedForm | undefined;
}

export function ClientForm({ client, contact, countries, path, failed }: ClientFormProps) {
  const { initial, resetKey, onInput, dirty, versionInput, notices } = useVersionedForm({
    name: getClientDraftKey(client?.id ?? contact?.email),
    saved: toFormValues(client, contact),
    version: client?.version ?? 0,
    failed,
    path,
  });
  const errors = withListErrors(failed?.failed.fields ?? {});
  const field = (name: string) => ({ name, defaultValue: initial[name] ?? '', error: errors[name] });
  return (
    <div className="[&>form]:mt-0 [&>form]:gap-0">
      <PageForm
        error={failed?.failed}
        submitLabel={client ? 'Save client' : 'Add client'}
        busyLabel="Saving…"
        hasStickyFooter
        hasDraft={dirty}
      >
        {versionInput}
        <div className="grid gap-4 pb-6 empty:hidden">{notices}</div>
        <div key={resetKey} onInput={onInput}>
          <SettingsSection title="Contact" description="For a company, the person you talk to.">
            <div className="grid gap-6">
              <TextField label="Name" maxLength={80} autoComplete="off" required {...field('name')} />
              <TextArea
                label="Email addresses (optional)"
                hint="One per line. Documents and reminders go to the address of the order; the first one is used for new ones."
                rows={2}
                inputMode="email"
                spellCheck={false}
                {...field('emails')}
              />
              <TextField label="Phone (optional)" type="tel" maxLength={40} autoComplete="off" {...field('phone')} />
            </div>
          </SettingsSection>
          <SettingsSection title="Billing details" description="Printed on new invoices. Issued invoices don’t change.">
            <div className="grid gap-6">
              <BillingFields countries={countries} initial={initial} errors={errors} />
              <SelectField
                label="Language of documents"
                hint="New invoices and their emails are in this language."
                options={documentLanguageNames}
                {...field('language')}
              />
              <div className="grid gap-6 sm:grid-cols-2">
                <TextField
                  label="Currency (optional)"
                  hint="Of invoices you write, such as EUR."
                  maxLength={3}
                  autoComplete="off"
                  {...field('currency')}
                />
                <TextField
                  label="Payment days (optional)"
                  hint="Until they are due. Orders follow the payment terms."
                  inputMode="numeric"
                  maxLength={3}
                  autoComplete="off"
                  {...field('paymentDays')}
                />
              </div>
            </div>
          </SettingsSection>
          <SettingsSection
            title="E-invoices"
            description="Required between businesses in some countries, such as Germany, France and Belgium."
          >
            <div className="grid gap-6">
              <SelectField
                label="Attach to emails"
                hint="E-invoices can also be downloaded from each invoice."
                options={{ '': 'PDF only', ...eInvoiceFormatLabels }}
                {...field('eInvoice.eInvoiceFormat')}
              />
              <TextField
                label="Buyer reference or Leitweg-ID (optional)"
                hint="Public clients in Germany have a Leitweg-ID, such as 04011000-12345-03."
                maxLength={120}
                autoComplete="off"
                spellCheck={false}
                {...field('eInvoice.buyerReference')}
              />
              <ElectronicAddressFields
                field={field}
                prefix="eInvoice."
                hint="The client’s address in Peppol or a similar network."
              />
            </div>
          </SettingsSection>
          <SettingsSection title="Only for you" description="The client never sees notes and tags.">
            <div className="grid gap-6">
              <TextField
                label="Tags (optional)"
                hint="Separate tags with commas."
                autoComplete="off"
                {...field('tags')}
              />
              <TextArea label="Notes (optional)" rows={4} maxLength={MAX_NOTES_LENGTH} {...field('notes')} />
            </div>
          </SettingsSection>
        </div>
      </PageForm>
    </div>
  );
}

function toFormValues(client: Client | undefined, contact: ClientFormProps['contact']): Record<string, string> {
  return {
    name: client?.name ?? contact?.name ?? '',
    emails: client?.emails.join('\n') ?? contact?.email ?? '',
    phone: client?.phone ?? '',
    language: client?.language ?? 'en',
    currency: client?.currency ?? '',
    paymentDays: client?.paymentDays?.toString() ?? '',
    notes: client?.notes ?? '',
    tags: client?.tags.join(', ') ?? '',
    ...toBillingFields(client?.billing ?? EMPTY_DETAILS),
    ...toEInvoiceFields(client?.eInvoice),
  };
}

/** Shows the error of an item, such as `emails.1`, at its field. */
function withListErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(errors).map(([name, message]) => [
    name.replace(/^(emails|tags)\.\d+$/, '$1'),
    message,
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Reads the input of the API from the form. */
export function readClientForm(form: ReadonlyMap<string, string>) {
  const text = (name: string) => form.get(name) ?? '';
  return {
    name: text('name'),
    emails: splitList(text('emails'), /[\s,;]+/),
    phone: text('phone'),
    billing: readBilling(form),
    eInvoice: readEInvoiceSettings(form),
    language: documentLanguages.find(name => name === form.get('language')),
    currency: text('currency'),
    paymentDays: text('paymentDays'),
    notes: text('notes'),
    tags: splitList(text('tags'), /,/),
  };
}
