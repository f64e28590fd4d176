import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link, useNavigate } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { rangeLabels, rangePresets } from '../contract/limits.ts';

interface RangePickerProps {
  /** Preset of the current range; null for custom dates. */
  preset: string | null;
  days: { readonly from: string; readonly to: string };
  fieldErrors: Readonly<Record<string, string>> | undefined;
  /** Query parameters to keep when the range changes. */
  preservedQuery: Readonly<Record<string, string | undefined>>;
}

/** Date range picker: preset links, or custom dates. */
export function DateRangePicker({ preset, days, fieldErrors, preservedQuery }: RangePickerProps) {
  const navigate = useNavigate();
  const isCustom = preset === null || fieldErrors !== undefined;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2 border-b border-rule">
      <nav aria-label="Date range" className="min-w-0">
        <ul className="edge-fade -mb-px flex scroll-px-10 gap-x-5 overflow-x-auto [scrollbar-width:none]">
          {rangePresets.map(range => (
            <li key={range}>
              <Link
                to={withQuery(dashboardPaths.insights, {
                  range: range === '30d' ? undefined : range,
                  ...preservedQuery,
                })}
                aria-current={!isCustom && range === preset ? 'true' : undefined}
                preventScrollReset
                className={`inline-flex min-h-11 items-center border-b-2 font-display text-small font-medium whitespace-nowrap no-underline ${!isCustom && range === preset ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink'}`}
              >
                {rangeLabels[range]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <details open={isCustom} className="group max-sm:w-full sm:[&[open]]:pb-4">
        <summary className="inline-flex min-h-11 items-center gap-1 font-display text-small font-medium text-ink-soft hover:text-ink">
          <ChevronRight className="size-4 group-open:rotate-90" aria-hidden="true" /> Custom range
        </summary>
        <form
          key={`${days.from} ${days.to}`}
          method="get"
          action={dashboardPaths.insights}
          className="grid items-start gap-3 pb-4 sm:grid-cols-[10rem_10rem_auto] sm:pb-0"
          onSubmit={event => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            const entries = [...fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
            void navigate(withQuery(dashboardPaths.insights, Object.fromEntries(entries)), {
              preventScrollReset: true,
            });
          }}
        >
          {Object.entries(preservedQuery).map(
            ([key, value]) => value !== undefined && <input key={key} type="hidden" name={key} value={value} />,
          )}
          <TextField
            label="Start date"
            name="from"
            type="date"
            defaultValue={days.from}
            error={fieldErrors?.from}
            required
          />
          <TextField label="End date" name="to" type="date" defaultValue={days.to} error={fieldErrors?.to} required />
          <button type="submit" className="button sm:mt-7">
            Apply
          </button>
        </form>
      </details>
    </div>
  );
}
