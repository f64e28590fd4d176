import { Link, replace, useLoaderData } from 'react-router';
import { getKindLabels } from '#features/billing/browser.ts';
import type { BillingDocumentListItem } from '#features/billing/contract/document-list.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, toDecimalString, type MinorUnits } from '#shared/money.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { createRandomId } from '#shared/random-id.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SearchForm } from '#ui/SearchForm.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { CreditForm } from '../contract/index.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const number = searchParams.get('number');
  const search = searchParams.get('search') ?? '';
  if (number) return { form: await api.invoicing.getCreditForm({ number }), idempotencyKey: createRandomId() };
  const { items } = await api.billing.listBillingDocuments({ kind: 'any_invoice', search: search || undefined });
  return { items: items.filter(({ status }) => status !== 'credited'), search };
});

export const action = pageAction(async ({ api, searchParams, form, getAll }): Promise<never> => {
  const { number, path } = await api.invoicing.createCreditNote({
    number: searchParams.get('number') ?? '',
    lines: getAll('lines'),
    amount: form.get('amount') ?? '',
    reason: form.get('reason') ?? '',
    idempotencyKey: form.get('idempotencyKey') ?? '',
  });
  toast.success(`Credit note ${number} sent`);
  // oxlint-disable-next-line typescript/only-throw-error
  throw replace(path);
});

export function Component() {
  const data = useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title="New credit note"
      intro="A credit note reduces an invoice, which itself never changes. The client gets it by email."
      back={{ to: dashboardPaths.billingDocuments, label: 'Invoices' }}
    >
      {data.form ? (
        <CreditNoteForm form={data.form} idempotencyKey={data.idempotencyKey} />
      ) : (
        <InvoicePicker items={data.items} search={data.search} />
      )}
    </DashboardPage>
  );
}

function InvoicePicker({ items, search }: { items: readonly BillingDocumentListItem[]; search: string }) {
  return (
    <div className="max-w-[36rem]">
      <SearchForm label="Invoice" placeholder="Number, client or order" search={search} />
      {items.length === 0 && (
        <p className="mt-6 text-small text-ink-soft">
          {search ? 'No invoices found. Try a different search.' : 'No invoices to credit yet.'}
        </p>
      )}
      <ul className="mt-4 border-t border-rule empty:hidden">
        {items.map(({ kind, number, client, issuedOn, total, currency }) => (
          <li key={number} className="group relative flex items-center justify-between gap-4 border-b border-rule py-3">
            <div className="min-w-0">
              <Link
                className="stretched-link font-display text-small font-semibold no-underline group-hover:text-accent"
                to={withQuery(dashboardPaths.newCreditNote, { number })}
              >
                {getKindLabels(kind).title} {number}
              </Link>
              <MetaLine items={[client.name, formatPlainDate(issuedOn)]} />
            </div>
            <span className="font-mono text-small whitespace-nowrap tabular-nums">
              {formatMoney({ minor: total, currency }, { exact: true })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function CreditNoteForm({ form, idempotencyKey }: { form: CreditForm; idempotencyKey: string }) {
  const refused = useRejectedForm();
  const { number, clientName, path, lines, left, currency } = form;
  const format = (minor: MinorUnits) => formatMoney({ minor, currency }, { exact: true });
  const field = createFieldProps(refused, { amount: toDecimalString({ minor: left, currency }) });
  const linesError = refused?.failed.fields.lines;
  return (
    <div className="max-w-[36rem]">
      <p className="text-small">
        For{' '}
        <Link className="link" to={path}>
          invoice {number}
        </Link>{' '}
        to {clientName}. {left > 0 ? `You can credit up to ${format(left)} including tax.` : 'It’s fully credited.'}
      </p>
      {left > 0 && (
        <PageForm error={refused?.failed} submitLabel="Send credit note" busyLabel="Sending…">
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly />
          <fieldset aria-describedby={linesError && 'lines-error'}>
            <legend className="mb-1 font-display text-small font-semibold">Lines to credit (optional)</legend>
            {lines.map(({ index, description, amount, isCredited, isCreditable }) => (
              <label
                key={index}
                className={`flex min-h-11 items-center gap-3 border-b border-rule py-1.5 text-small ${isCreditable ? '' : 'text-ink-soft'}`}
              >
                <input
                  type="checkbox"
                  name="lines"
                  value={index}
                  disabled={!isCreditable}
                  className="size-5 shrink-0"
                />
                <span className="min-w-0 grow [overflow-wrap:anywhere]">
                  {description}
                  {!isCreditable && (
                    <span className="hint block">
                      {isCredited ? 'Already credited' : 'Partly credited. Enter an amount instead.'}
                    </span>
                  )}
                </span>
                <span className="font-mono whitespace-nowrap tabular-nums">{format(amount)}</span>
              </label>
            ))}
            {linesError && (
              <p id="lines-error" className="mt-1.5 text-small text-danger">
                {linesError}
              </p>
            )}
          </fieldset>
          <TextField
            label={`Or an amount including tax (${currency})`}
            hint="Used if you don’t choose lines."
            inputMode="decimal"
            maxLength={30}
            autoComplete="off"
            {...field('amount')}
          />
          <TextField
            label="Reason"
            hint="Printed on the credit note."
            maxLength={300}
            autoComplete="off"
            {...field('reason')}
          />
        </PageForm>
      )}
    </div>
  );
}
