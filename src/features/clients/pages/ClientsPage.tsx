import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { Link, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DownloadCsvLink, TableList } from '#ui/table/TableList.tsx';
import { clientColumns, clientSortOptions } from '../components/client-columns.tsx';
import { getClientName } from '../rules/labels.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'tag', 'sort']);
  return { list: await api.clients.list(params), query };
});

export function Component() {
  const { list, query } = useLoaderData<typeof loader>();
  const { tags, duplicateCount } = list;
  return (
    <DashboardPage
      title="Clients"
      intro="People and companies who order and book. They are added automatically, by email address."
      aside={
        <div className="flex flex-wrap gap-2">
          <Link className="button" to={dashboardPaths.importClients}>
            <Upload className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Import</span>
          </Link>
          <DownloadCsvLink path={dashboardPaths.clientsExport} query={query} />
          <Link className="button button-primary" to={dashboardPaths.newClient}>
            <Plus className="size-4" aria-hidden="true" /> New client
          </Link>
        </div>
      }
    >
      {duplicateCount > 0 && (
        <p className="mb-6 border-l-2 border-accent pl-4 text-small">
          {duplicateCount === 1
            ? 'Two clients may be the same. '
            : `${duplicateCount} pairs of clients may be the same. `}
          <Link className="link" to={dashboardPaths.duplicateClients}>
            Review duplicates
          </Link>
        </p>
      )}
      <TableList
        path={dashboardPaths.clients}
        query={query}
        list={list}
        noun={['client', 'clients']}
        caption="Clients"
        columns={clientColumns}
        columnsKey="clients"
        getKey={({ id }) => id}
        getRowLabel={getClientName}
        searchLabel="Name, company, email or VAT ID"
        filters={
          tags.length > 0
            ? [
                {
                  name: 'tag',
                  label: 'Tag',
                  allLabel: 'Any tag',
                  options: tags.map(tag => ({ value: tag, label: tag })),
                },
              ]
            : []
        }
        sorts={clientSortOptions}
        empty={{
          title: 'No clients yet.',
          text: 'Clients appear here when they order or book. You can also add or import them.',
        }}
        noMatch={{ title: 'No matching clients.', text: 'Try part of a name, or remove a filter.' }}
      />
    </DashboardPage>
  );
}
