import fc from 'fast-check';

const which = fc.nat(40);
const provider = fc.constantFrom('stripe' as const, 'paypal' as const);
/** Generates one step of an order and its payments. */
export const paymentStep = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('begin' as const), provider }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay-wrong' as const),
      which,
      amount: fc.integer({ min: 50, max: 200_000 }),
      currency: fc.constantFrom('usd', 'eur'),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('deliver' as const), which, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refresh' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('process-refunds' as const), isDown: fc.boolean() }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('by-hand' as const), times: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('record' as const), percent: fc.integer({ min: 1, max: 150 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('void' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('write-off' as const), percent: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('owner-refund' as const),
      which,
      part: fc.integer({ min: 1, max: 100 }),
      decision: fc.constantFrom('credited' as const, 'owed' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which,
      decision: fc.constantFrom('credited' as const, 'owed' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund-there' as const), which, part: fc.integer({ min: 1, max: 100 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('dispute' as const),
      which,
      outcome: fc.constantFrom('needs_response' as const, 'needs_response' as const, 'won' as const, 'lost' as const),
    }),
  },
  { weight: 24, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      transition: fc.constantFrom('cancel' as const, 'refund' as const, 'cancel_work' as const),
      by: fc.constantFrom('client' as const, 'owner' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 9 }) }) },
);
export type PaymentStep = typeof paymentStep extends fc.Arbitrary<infer One> ? One : never;
