import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { SearchForm } from '#ui/SearchForm.tsx';
import type { ClientListItem } from '../contract/index.ts';
import { getClientName } from '../rules/labels.ts';

interface ClientPickerProps {
  clients: readonly ClientListItem[];
  search: string;
  /** Query parameters of the page to keep. */
  fields?: Readonly<Record<string, string>>;
  /** Whether the owner can add the client if there is none. */
  allowsNew?: boolean;
}

/** Lets the owner search for a client and choose one; the form field `client` has the ID. */
export function ClientPicker({ clients, search, fields = {}, allowsNew = true }: ClientPickerProps) {
  const hidden = Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  return (
    <div className="max-w-[36rem]">
      <SearchForm label="Client" placeholder="Name, company or email" search={search}>
        {hidden}
      </SearchForm>
      {clients.length === 0 && (
        <p className="mt-6 text-small text-ink-soft">
          {search
            ? 'No clients found. Try a different search.'
            : allowsNew
              ? 'No clients yet. Add the first one.'
              : 'No other clients yet.'}
        </p>
      )}
      <PostForm className="mt-4">
        {hidden}
        <ul className="border-t border-rule empty:hidden">
          {clients.map(client => (
            <li key={client.id} className="border-b border-rule">
              <button
                type="submit"
                name="client"
                value={client.id}
                className="group flex min-h-14 w-full items-center gap-3 py-2 text-left hover:text-accent"
              >
                <span className="min-w-0 grow [overflow-wrap:anywhere]">
                  <span className="block font-display text-small font-semibold">{getClientName(client)}</span>
                  <span className="hint block">{client.emails[0] ?? 'No email address'}</span>
                </span>
                <ChevronRight className="size-4 shrink-0 text-ink-faint group-hover:text-accent" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </PostForm>
      {allowsNew && (
        <p className="mt-5">
          <Link className="button" to={dashboardPaths.newClient}>
            New client
          </Link>
        </p>
      )}
    </div>
  );
}
