import type { MoveName } from '../contract/life.ts';
import { dayOf } from './calendar.ts';
import { isExpired, type OrderFacts, standingAt } from './standing.ts';

/** The move that a first payment makes, which is all of it for a project. */
const firstPayment = { plan: 'payDeposit', custom: 'payDeposit', project: 'payInFull', service: 'begin' } as const;

/** The move that the site makes by itself at a time, because something was paid, supplied or has run out; null for none. */
export function automaticMove(facts: OrderFacts, now: Temporal.Instant): MoveName | null {
  const { state, kind, content, documents } = facts;
  const isPaid = documents.length > 0 && standingAt(now, facts).owed <= 0;
  switch (state) {
    case 'quoted':
      return isExpired(dayOf(now, facts.timeZone), facts) ? 'expire' : null;
    case 'agreed':
      return isPaid ? firstPayment[kind] : null;
    case 'deposit_paid':
      return content.every(({ isThere }) => isThere) ? 'receiveContent' : null;
    case 'completed':
      return isPaid ? 'payBalance' : null;
    default:
      return null;
  }
}
