import Printer from 'lucide-react/icons/printer';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { parseListParams } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ApiError } from '#shared/errors.ts';
import { withQuery } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { StatementView } from '../components/StatementView.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { email, ...days } = parseListParams(searchParams, ['email', 'from', 'to']);
  const query = { email: email ?? '', ...days };
  const { items: clients } = await api.billing.listBilledClients();
  const empty = { clients, query, statement: undefined };
  if (email === undefined) return { ...empty, refused: undefined };
  try {
    return { clients, query, statement: await api.billing.getAccountStatement({ ...days, email }), refused: undefined };
  } catch (error) {
    // Keep the entered values in the form, with the errors.
    if (!ApiError.is(error) || !error.data || ![400, 404].includes(Number(error.status))) throw error;
    const { message, fields } = error.data.error;
    return { ...empty, refused: error.status === 404 ? { email: message } : fields };
  }
});

export function Component() {
  const { clients, query, statement, refused } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const days = { from: '', to: '', ...query };
  return (
    <DashboardPage
      title="Account statement"
      intro="A client’s invoices, credits, payments and refunds, with the balance after each one."
      back={{ to: dashboardPaths.billingDocuments, label: 'Invoices' }}
      aside={
        statement && (
          <button type="button" className="button" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" /> Print
          </button>
        )
      }
    >
      <search className="no-print block">
        <form
          // Reset the fields when the URL changes.
          key={JSON.stringify(query)}
          method="get"
          action={dashboardPaths.statement}
          className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
          onSubmit={event => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            const entries = [...fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
            void navigate(withQuery(dashboardPaths.statement, Object.fromEntries(entries)), {
              preventScrollReset: true,
            });
          }}
        >
          <TextField
            label="Client email"
            name="email"
            type="email"
            list="clients"
            autoComplete="off"
            defaultValue={query.email}
            error={refused?.email}
            required
          />
          <datalist id="clients">
            {clients.map(({ name, email }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
          </datalist>
          <TextField
            label="From"
            name="from"
            type="date"
            defaultValue={statement?.from ?? days.from}
            error={refused?.from}
          />
          <TextField label="To" name="to" type="date" defaultValue={statement?.to ?? days.to} error={refused?.to} />
          <button type="submit" className="button sm:mt-7">
            Show statement
          </button>
        </form>
      </search>
      {statement ? (
        <div className="mt-8">
          <StatementView statement={statement} />
        </div>
      ) : (
        <Clients clients={clients} />
      )}
    </DashboardPage>
  );
}

function Clients({ clients }: { clients: readonly { name: string; email: string; documentCount: number }[] }) {
  if (clients.length === 0) {
    return (
      <p className="mt-10 border-t border-rule pt-8 text-ink-soft">
        No clients yet. Clients appear here once they have an invoice.
      </p>
    );
  }
  return (
    <section aria-labelledby="clients-title" className="mt-10">
      <h2 id="clients-title" className="text-h4">
        Clients
      </h2>
      <ul className="mt-3 border-b border-rule">
        {clients.map(({ name, email, documentCount }) => (
          <li
            key={email}
            className="group relative flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-3"
          >
            <Link
              className="stretched-link font-display font-semibold no-underline group-hover:text-accent"
              to={withQuery(dashboardPaths.statement, { email })}
            >
              {name}
            </Link>
            <MetaLine
              className="[overflow-wrap:anywhere]"
              items={[email, documentCount === 1 ? '1 document' : `${documentCount} documents`]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
