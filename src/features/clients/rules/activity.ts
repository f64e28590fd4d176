import { sumAmounts } from '#shared/money-arithmetic.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { ActivityGroup } from '../contract/constants.ts';
import type { ActivityEntry, ClientMoney, NextStep } from '../contract/index.ts';

/** A part of the timelines of clients. Emails are in lower case. */
export interface ClientActivitySource {
  readonly group: ActivityGroup;
  /** Returns the newest entries of the client with these addresses, at most `limit`, newest first. */
  readonly list: (
    db: Db,
    services: Pick<ApiServices, 'encryption'>,
    emails: readonly string[],
    limit: number,
  ) => Promise<ActivityEntry[]>;
}

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    readonly clientActivity?: readonly ClientActivitySource[];
    /** Sums the amounts that clients paid and owe, by lower-case address and currency. */
    readonly clientMoney?: (
      db: Db,
      services: Pick<ApiServices, 'now'>,
      emails: readonly string[],
    ) => Promise<readonly (ClientMoney & { readonly email: string })[]>;
    /** Lists the next steps with the client with these addresses. */
    readonly clientNextSteps?: (context: ApiContext, emails: readonly string[]) => Promise<readonly NextStep[]>;
  }
}

/** Returns the newest entries of several lists that are each sorted newest first. */
export function mergeActivity(lists: readonly (readonly ActivityEntry[])[], limit: number): ActivityEntry[] {
  return lists
    .flat()
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .slice(0, limit);
}

/** Adds up the money of several addresses by currency, the largest payment first. */
export function sumMoney(rows: readonly ClientMoney[]): ClientMoney[] {
  const sums = new Map<string, ClientMoney>();
  for (const { currency, paid, outstanding, overdue } of rows) {
    const sum = sums.get(currency);
    sums.set(currency, {
      currency,
      paid: addAmounts(sum?.paid, paid),
      outstanding: addAmounts(sum?.outstanding, outstanding),
      overdue: addAmounts(sum?.overdue, overdue),
    });
  }
  return [...sums.values()].toSorted((one, other) => other.paid - one.paid);
}

const addAmounts = (sum: ClientMoney['paid'] | undefined, amount: ClientMoney['paid']) =>
  sum === undefined ? amount : sumAmounts([sum, amount]);
