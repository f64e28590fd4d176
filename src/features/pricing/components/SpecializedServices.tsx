import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths, withQuery } from '#shared/paths.ts';
import { foldText, toFoldedWords } from '#shared/search-words.ts';
import type { Pricing } from '../contract/index.ts';
import { Disclosure } from '#ui/Disclosure.tsx';

interface SpecializedServicesProps {
  services: Pricing['specializedServices'];
  /** The search of a reader without JavaScript. */
  search: string;
}

/** Number of services from which a search field is shown. */
const MIN_SEARCHABLE = 7;

/** Lists the services, filtered while the reader types. Without JavaScript, the search reloads the page. */
export function SpecializedServices({ services, search }: SpecializedServicesProps) {
  const [typed, setTyped] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  const words = toFoldedWords(typed);
  const matches = (text: string) => words.every(word => foldText(text).includes(word));
  const found = services.filter(({ title, description }) => matches(`${title} ${description}`));
  return (
    <>
      {services.length >= MIN_SEARCHABLE && (
        <search className="no-print mb-3 block">
          <form
            method="get"
            action={`${paths.pricing}#specialized`}
            onSubmit={event => event.preventDefault()}
            className="flex flex-wrap items-center gap-x-4 gap-y-2"
          >
            <input
              ref={field}
              className="field max-w-sm grow basis-48"
              type="search"
              name="search"
              aria-label="Search specialized services"
              placeholder="Search services"
              value={typed}
              onChange={event => setTyped(event.target.value)}
              maxLength={120}
              enterKeyHint="search"
              autoComplete="off"
            />
            <button type="submit" className="button without-script">
              Search
            </button>
            <output className="meta">
              {found.length === services.length
                ? `${services.length} services`
                : `${found.length} of ${services.length} services`}
            </output>
          </form>
        </search>
      )}
      <ul className="grid items-start gap-x-12 sm:grid-cols-2 xl:grid-cols-3">
        {found.map(({ id, title, description }) => (
          <li key={id} className="border-t border-rule">
            <Disclosure label={title} open={!matches(title)} className="text-small text-ink-soft">
              <p>{description}</p>
              <Link
                className="link inline-flex min-h-11 items-center"
                to={withQuery(paths.customPlan, { service: id })}
              >
                Request a quote<span className="sr-only"> for {title}</span>
              </Link>
            </Disclosure>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <div className="border-t border-rule py-8">
          <p className="text-lead">No service matches “{typed.trim()}”.</p>
          <a
            className="link inline-flex min-h-11 items-center"
            href={`${paths.pricing}#specialized`}
            onClick={event => {
              event.preventDefault();
              setTyped('');
              field.current?.focus();
            }}
          >
            Show all services
          </a>
        </div>
      )}
    </>
  );
}
