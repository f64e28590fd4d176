import { formatMoney } from '#shared/money.ts';
import type { Plan } from '../contract/index.ts';

/** A plan's price; one that is only the least ends in a plus, said aloud as "from". */
export function PlanPrice({ plan }: { plan: Pick<Plan, 'price' | 'priceIsMinimum'> }) {
  return (
    <>
      {plan.priceIsMinimum && <span className="sr-only">from </span>}
      {formatMoney(plan.price)}
      {plan.priceIsMinimum && <span aria-hidden="true">+</span>}
    </>
  );
}
