import type { ComponentProps, FormEventHandler } from 'react';
import { MissingEInvoiceData } from '#features/e-invoices/browser.ts';
import { eInvoiceFormatLabels } from '#features/e-invoices/contract/constants.ts';
import { Form, Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { ActionForm, type FailedSubmission } from '#ui/ActionForm.tsx';
import { PostForm } from '#ui/PostForm.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { SideSection } from '#ui/SideSection.tsx';
import { documentLanguageNames } from '../contract/constants.ts';
import type { ClientDetails } from '../contract/index.ts';
import { isVatIdOfEu } from '../contract/tax-ids.ts';
import { formatReminderSchedule } from '../rules/reminder-schedule.ts';

interface ClientFactsProps {
  client: ClientDetails;
  /** Data missing for the client's e-invoices. */
  eInvoiceProblems: ComponentProps<typeof MissingEInvoiceData>['items'];
  /** Asks for confirmation where needed. */
  onSubmit: FormEventHandler<HTMLFormElement>;
  failure: FailedSubmission | undefined;
}

/** Renders the ways to contact a client. */
export function ClientContact({ client }: Pick<ClientFactsProps, 'client'>) {
  const { name, emails, phone, billing } = client;
  return (
    <SideSection title="Contact">
      {billing.company && <p>{name}</p>}
      {emails.map(email => (
        <p key={email}>
          <a className="link [overflow-wrap:anywhere]" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      ))}
      {phone && (
        <p>
          <a className="link" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        </p>
      )}
      {emails.length === 0 && !phone && <p className="text-ink-soft">No email address or phone number.</p>}
    </SideSection>
  );
}

/** Renders billing details, notes and merges of a client, and the button to delete it. */
export function ClientFacts({ client, eInvoiceProblems, onSubmit, failure }: ClientFactsProps) {
  const {
    emails,
    billing,
    eInvoice,
    addressLines,
    vatCheck,
    language,
    currency,
    paymentDays,
    reminderSchedule,
    tags,
    notes,
    merges,
  } = client;
  const [primary] = emails;
  return (
    <div className="grid min-w-0 content-start gap-10">
      <SideSection title="Billing details">
        {billing.company && <p>{billing.company}</p>}
        {addressLines.map((line, index) => (
          <p key={index}>{line}</p>
        ))}
        {billing.taxId && <TaxId taxId={billing.taxId} check={vatCheck} failure={failure} />}
        {addressLines.length === 0 && !billing.company && !billing.taxId && (
          <p className="text-ink-soft">
            No address yet.{' '}
            <Link className="link" to={dashboardPaths.editClient(client.id)}>
              Add billing details
            </Link>
          </p>
        )}
        {(currency !== null || paymentDays !== null) && (
          <p>
            Invoices{' '}
            {[
              currency && `in ${currency}`,
              paymentDays !== null && `due in ${paymentDays} ${paymentDays === 1 ? 'day' : 'days'}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
        )}
        {language !== 'en' && <p>Documents in {documentLanguageNames[language]}</p>}
        {reminderSchedule !== null && <p>Payment reminders: {formatReminderSchedule(reminderSchedule)}</p>}
        <p className="mt-3">
          <Link className="link" to={dashboardPaths.clientReminders(client.id)}>
            {reminderSchedule === null ? 'Payment reminders' : 'Change payment reminders'}
          </Link>
        </p>
        {primary && client.money.length > 0 && (
          <p>
            <Link className="link" to={withQuery(dashboardPaths.statement, { email: primary })}>
              Account statement
            </Link>
          </p>
        )}
      </SideSection>
      {eInvoice.eInvoiceFormat && (
        <SideSection title="E-invoices">
          <p>{eInvoiceFormatLabels[eInvoice.eInvoiceFormat]}</p>
          {eInvoice.buyerReference && <p className="font-mono">{eInvoice.buyerReference}</p>}
          {eInvoiceProblems.length > 0 && (
            <div className="mt-3">
              <MissingEInvoiceData items={eInvoiceProblems} clientPath={dashboardPaths.editClient(client.id)} />
            </div>
          )}
        </SideSection>
      )}
      {(notes || tags.length > 0) && (
        <SideSection title="Notes and tags">
          {tags.length > 0 && <p className="meta mb-2">{tags.join(', ')}</p>}
          {notes && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{notes}</p>}
        </SideSection>
      )}
      {merges.length > 0 && (
        <SideSection title="Merged clients">
          <ul>
            {merges.map(({ mergedId, name: mergedName, mergedAt }) => (
              <li key={mergedId} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {mergedName}, <DateTime instant={mergedAt} isDateOnly />
                </span>
                <PostForm preventScrollReset>
                  <input type="hidden" name="merged" value={mergedId} />
                  <button type="submit" name="intent" value="undo-merge" className="link min-h-11">
                    Undo<span className="sr-only"> the merge of {mergedName}</span>
                  </button>
                </PostForm>
              </li>
            ))}
          </ul>
        </SideSection>
      )}
      <div>
        <Link className="link inline-flex min-h-11 items-center text-small" to={dashboardPaths.mergeClient(client.id)}>
          Merge with another client
        </Link>
        <Form method="post" onSubmit={onSubmit}>
          <button type="submit" name="intent" value="delete" className="link min-h-11 text-small text-danger">
            Delete client
          </button>
        </Form>
      </div>
    </div>
  );
}

interface TaxIdProps extends Pick<ClientFactsProps, 'failure'> {
  taxId: string;
  check: ClientDetails['vatCheck'];
}

/** Renders the tax number; for a VAT ID of the EU, with the last check and the button for another. */
function TaxId({ taxId, check, failure }: TaxIdProps) {
  return (
    <>
      <p className="mt-1 font-mono tabular-nums">{taxId}</p>
      {check && (
        <p className={check.isValid ? 'text-ink-soft' : 'text-danger'}>
          {check.isValid ? 'Valid' : 'Not valid'} according to VIES, <DateTime instant={check.checkedAt} isDateOnly />
          {check.name && `. Registered to ${check.name}`}
        </p>
      )}
      {isVatIdOfEu(taxId) && (
        <ActionForm
          intent="check-vat-id"
          label={check ? 'Check VAT ID again' : 'Check VAT ID'}
          busyLabel="Checking…"
          failure={failure}
          quiet
        />
      )}
    </>
  );
}
