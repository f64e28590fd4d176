import { Link, replace, useLoaderData, useParams } from 'react-router';
import { BillingDocumentView } from '#features/billing/browser.ts';
import { MissingEInvoiceData } from '#features/e-invoices/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ActionForm } from '#ui/ActionForm.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { toast } from '#ui/toast.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const preview = await api.invoicing.previewDraft({ id: params.id ?? '' });
  const email = preview.document?.client.email;
  const { items: missing } = email ? await api.billing.listEInvoiceProblems({ email }) : { items: [] };
  return { ...preview, missing };
});

export const action = pageAction(async ({ api, params, form }): Promise<never> => {
  const { number, path } = await api.invoicing.sendDraft({ id: params.id ?? '', version: form.get('version') ?? '' });
  toast.success(`Invoice ${number} sent`);
  // oxlint-disable-next-line typescript/only-throw-error
  throw replace(path);
});

/** Shows a draft as the client will see it, to send it. */
export function Component() {
  const { document, problems, version, missing } = useLoaderData<typeof loader>();
  const failure = useRejectedForm();
  const { id } = useParams();
  const editPath = dashboardPaths.invoiceDraft(Number(id));
  return (
    <DashboardPage
      title="Review invoice"
      intro={
        document && (
          <>
            This is what {document.client.name} will see. Sending gives it a number and emails it to{' '}
            {document.client.email} with its PDF and a link to pay. After that, it can’t be changed.
          </>
        )
      }
      back={{ to: editPath, label: 'Edit draft' }}
    >
      {document ? (
        <div className="max-w-[60rem]">
          {missing.length > 0 && (
            <section aria-labelledby="missing-e-invoice-data" className="mb-6">
              <h2 id="missing-e-invoice-data" className="text-h4">
                The email will have no e-invoice
              </h2>
              <MissingEInvoiceData items={missing} clientPath={dashboardPaths.clientOf(document.client.email ?? '')} />
            </section>
          )}
          <ActionForm
            intent="send"
            fields={{ version: String(version) }}
            label="Send invoice"
            primary
            failure={failure}
            className="mb-6"
          />
          <BillingDocumentView
            document={document}
            settlement={null}
            isDraft
            filesPath={dashboardPaths.documentDesign}
          />
        </div>
      ) : (
        <div className="text-small">
          <p>Correct this before you send the invoice:</p>
          <ul className="mt-3 list-disc pl-5">
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <Link className="button button-primary mt-6" to={editPath}>
            Edit draft
          </Link>
        </div>
      )}
    </DashboardPage>
  );
}
