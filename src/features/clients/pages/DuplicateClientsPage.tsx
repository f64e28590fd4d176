import { Link, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { EmptyState } from '#ui/table/TableToolbar.tsx';
import { toast } from '#ui/toast.ts';
import { Amounts } from '../components/ClientMoney.tsx';
import type { ClientListItem, Duplicate } from '../contract/index.ts';
import { duplicateReasons, getClientName } from '../rules/labels.ts';

export const loader = pageLoader(({ api }) => api.clients.listDuplicates());

export const action = pageAction(async ({ api, form }) => {
  const [id, other] = [form.get('id') ?? '', form.get('other') ?? ''];
  if (form.get('intent') === 'dismiss') await api.clients.dismissDuplicate({ id, other });
  else {
    await api.clients.merge({ id, into: other });
    toast.success('Clients merged. You can undo this on the client’s page.');
  }
  return { at: Date.now() };
});

/** Shows pairs of clients that may be the same, to merge or dismiss them. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  return (
    <DashboardPage
      title="Possible duplicates"
      intro="A merge moves all email addresses, and with them orders, invoices and messages, to the client that you keep. Its empty fields are filled in. You can undo a merge at any time."
      back={{ to: dashboardPaths.clients, label: 'Clients' }}
    >
      <ErrorNotice className="mb-6" message={refused?.failed.message} />
      {items.length === 0 ? (
        <EmptyState title="No duplicates found.">
          Clients with the same name, company, phone or VAT ID appear here.
        </EmptyState>
      ) : (
        <ul className="grid gap-12">
          {items.map(pair => (
            <Pair key={pair.clients.map(({ id }) => id).join(' ')} pair={pair} />
          ))}
        </ul>
      )}
    </DashboardPage>
  );
}

function Pair({ pair: { reason, clients } }: { pair: Duplicate }) {
  const [first, second] = clients;
  return (
    <li className="border-t border-rule-strong pt-4">
      <h2 className="text-h4">{duplicateReasons[reason]}</h2>
      <div className="mt-4 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        <Candidate client={first} other={second} />
        <Candidate client={second} other={first} />
      </div>
      <PostForm className="mt-4" preventScrollReset>
        <input type="hidden" name="id" value={first.id} />
        <input type="hidden" name="other" value={second.id} />
        <button type="submit" name="intent" value="dismiss" className="link min-h-11 text-small text-ink-soft">
          These are different clients
        </button>
      </PostForm>
    </li>
  );
}

/** A client of a pair, with the button to keep it. */
function Candidate({ client, other }: { client: ClientListItem; other: ClientListItem }) {
  const { id, name, emails, phone, billing, addressLines, money } = client;
  const lines = [billing.company && name, ...emails, phone, ...addressLines, billing.taxId].filter(Boolean);
  return (
    <div className="grid min-w-0 content-between gap-4 text-small">
      <div>
        <h3 className="text-body font-semibold">
          <Link className="no-underline [overflow-wrap:anywhere] hover:text-accent" to={dashboardPaths.client(id)}>
            {getClientName(client)}
          </Link>
        </h3>
        {lines.map((line, index) => (
          <p key={index} className="text-ink-soft [overflow-wrap:anywhere]">
            {line}
          </p>
        ))}
        <div className="mt-2 flex gap-2 text-ink-soft">
          Paid: <Amounts money={money} of="paid" />
        </div>
      </div>
      <PostForm preventScrollReset>
        <input type="hidden" name="id" value={other.id} />
        <input type="hidden" name="other" value={id} />
        <button type="submit" name="intent" value="merge" className="button">
          Keep this one and merge
        </button>
      </PostForm>
    </div>
  );
}
