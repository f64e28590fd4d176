import { parseAmount } from '#shared/parse-amount.ts';
import { MAX_TITLE_LENGTH } from '../../lifecycle/contract/limits.ts';
import type { CustomRequest } from '../../lifecycle/contract/snapshots.ts';

/** Maximum number of services named in a title before "more". */
const NAMED = 2;

/** Returns the default title of a custom plan: the names of its services, as many as fit. */
export function formatRequestTitle({ services }: Pick<CustomRequest, 'services'>): string {
  const titles = services.map(({ title }) => title);
  const [first, second, ...others] = titles;
  if (first === undefined) return 'Custom plan';
  if (second === undefined) return truncate(first);
  const both = others.length === 0 ? `${first} and ${second}` : `${first}, ${second} ${more(titles.length - NAMED)}`;
  if (both.length <= MAX_TITLE_LENGTH) return both;
  const suffix = ` ${more(titles.length - 1)}`;
  return truncate(first, MAX_TITLE_LENGTH - suffix.length) + suffix;
}

const more = (count: number) => `and ${count} more`;

function truncate(title: string, maxLength = MAX_TITLE_LENGTH): string {
  const characters = Array.from(title);
  return title.length <= maxLength
    ? title
    : `${characters
        .slice(0, maxLength - 1)
        .join('')
        .slice(0, maxLength - 1)
        .trimEnd()}…`;
}

/** Parses the budget and the deadline; `errors` holds the error messages by field. */
export function parseBudgetAndDeadline(
  { budget, deadline }: { readonly budget?: string | undefined; readonly deadline?: string | undefined },
  { currency, today }: { readonly currency: string; readonly today: Temporal.PlainDate },
): { readonly limits: Pick<CustomRequest, 'budget' | 'deadline'>; readonly errors: Readonly<Record<string, string>> } {
  const amount = budget ? parseAmount(budget, currency) : null;
  return {
    limits: {
      budget: amount && 'amount' in amount ? amount.amount.minor : null,
      deadline: deadline ?? null,
    },
    errors: {
      ...(amount && 'error' in amount ? { budget: amount.error } : {}),
      ...(deadline !== undefined && deadline < today.toString() ? { deadline: 'Choose today or a later date.' } : {}),
    },
  };
}
