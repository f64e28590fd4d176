import { formatMoney } from '#shared/money.ts';
import type { Plan } from '../contract/index.ts';

/** Shows a plan's price; a minimum price ends in a plus, read aloud as "from". */
export function PlanPrice({ plan }: { plan: Pick<Plan, 'price' | 'isStartingPrice'> }) {
  return (
    <>
      {plan.isStartingPrice && <span className="sr-only">from </span>}
      {formatMoney(plan.price)}
      {plan.isStartingPrice && <span aria-hidden="true">+</span>}
    </>
  );
}
