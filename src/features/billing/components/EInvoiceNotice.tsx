import { MissingEInvoiceData } from '#features/e-invoices/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ActionForm, type FailedSubmission } from '#ui/ActionForm.tsx';
import type { BillingDocumentDetails } from '../contract/document-details.ts';

interface EInvoiceNoticeProps {
  details: BillingDocumentDetails;
  failure: FailedSubmission | undefined;
}

/** Shows the owner why the last email had no e-invoice, with a button to send it again. */
export function EInvoiceNotice({ details, failure }: EInvoiceNoticeProps) {
  const { eInvoiceProblem, emailMissing, document } = details;
  if (eInvoiceProblem === null) return null;
  const { email } = document.client;
  return (
    <section
      aria-label="Email without e-invoice"
      lang="en"
      className="no-print mb-6 border-l-2 border-danger bg-raised px-5 py-4 text-small"
    >
      <p>
        {emailMissing.length > 0
          ? 'The last email with this document had no e-invoice. Enter the missing data, then send the email again.'
          : `The last email with this document had no e-invoice: ${eInvoiceProblem} Nothing is missing anymore, so you can send the email again.`}
      </p>
      {emailMissing.length > 0 && (
        <div className="mt-2">
          <MissingEInvoiceData
            items={emailMissing}
            clientPath={email === null ? null : dashboardPaths.clientOf(email)}
          />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionForm intent="resend" label="Send email again" failure={failure} />
        <ActionForm intent="dismiss" label="Dismiss" busyLabel="Saving…" failure={failure} />
      </div>
    </section>
  );
}
