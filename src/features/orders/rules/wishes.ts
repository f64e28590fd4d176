import { readAmount } from '#features/pricing/rules/parse-amount.ts';
import { LONGEST_TITLE } from '../contract/limits.ts';
import type { OrderWish } from '../contract/snapshots.ts';

/** How many services a title names where there are more. */
const NAMED = 2;

/** What a custom package is called where nobody says otherwise: by its services, as many of them as a line holds. */
export function titleOfWish({ services }: Pick<OrderWish, 'services'>): string {
  const titles = services.map(({ title }) => title);
  const [first, second, ...others] = titles;
  if (first === undefined) return 'Custom package';
  if (second === undefined) return shortened(first);
  const both = others.length === 0 ? `${first} and ${second}` : `${first}, ${second} ${more(titles.length - NAMED)}`;
  if (both.length <= LONGEST_TITLE) return both;
  const rest = ` ${more(titles.length - 1)}`;
  return shortened(first, LONGEST_TITLE - rest.length) + rest;
}

const more = (count: number) => `and ${count} more`;

function shortened(title: string, most = LONGEST_TITLE): string {
  const letters = Array.from(title);
  return title.length <= most
    ? title
    : `${letters
        .slice(0, most - 1)
        .join('')
        .slice(0, most - 1)
        .trimEnd()}…`;
}

/** A budget and a last day as they were typed, and what is wrong with them, beside each field. */
export function readLimits(
  { budget, deadline }: { readonly budget?: string | undefined; readonly deadline?: string | undefined },
  { currency, today }: { readonly currency: string; readonly today: Temporal.PlainDate },
): { readonly limits: Pick<OrderWish, 'budget' | 'deadline'>; readonly wrong: Readonly<Record<string, string>> } {
  const amount = budget ? readAmount(budget, currency) : null;
  return {
    limits: {
      budget: amount && 'amount' in amount ? amount.amount.minor : null,
      deadline: deadline ?? null,
    },
    wrong: {
      ...(amount && 'wrong' in amount ? { budget: amount.wrong } : {}),
      ...(deadline !== undefined && deadline < today.toString() ? { deadline: 'This day is over.' } : {}),
    },
  };
}
