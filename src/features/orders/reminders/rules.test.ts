import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_REMINDERS } from '#features/clients/contract/constants.ts';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import {
  toPlainDate,
  DEFAULT_PAYMENT_TERMS,
  createTransitionEvent,
  toNoon,
  createOrderFacts,
  createUnpaidInvoice,
} from '../../../../tests/support/order-factory.ts';
import { orderStatuses, type ReminderKind, reminderKinds } from '../lifecycle/contract/enums.ts';
import type { OrderEvent } from '../lifecycle/rules/events.ts';
import { finalStatuses } from '../lifecycle/rules/transitions.ts';
import { type DatedSchedule, getReminderRecipient, listDueReminders, toClientSchedule } from './rules.ts';
import type { OrderSnapshot } from '../lifecycle/rules/summary.ts';

/** As before the owner changes anything. */
const STANDARD: DatedSchedule = {
  daysBefore: 2,
  isOnDueDate: false,
  daysAfter: [1, null, null],
  warnsOfLateFee: true,
  changedOn: null,
};

const remindersOn = (on: string, facts: Partial<OrderSnapshot>, schedule: Partial<DatedSchedule> = {}) =>
  listDueReminders(toNoon(on), createOrderFacts(facts), { ...STANDARD, ...schedule });
const kindsOn = (on: string, facts: Partial<OrderSnapshot>) => remindersOn(on, facts).map(({ kind }) => kind);

/** Returns the days of a span on which reminders are due, with their kinds. */
function calendar(from: string, days: number, facts: Partial<OrderSnapshot>) {
  const reminders: [string, ...ReminderKind[]][] = [];
  for (let after = 0; after < days; after++) {
    const on = toPlainDate(from).add({ days: after }).toString();
    const kinds = kindsOn(on, facts);
    if (kinds.length > 0) reminders.push([on, ...kinds]);
  }
  return reminders;
}

const placed: OrderEvent = { type: 'placed', at: toNoon('2027-05-01'), actor: 'client' };
const due = (facts: Partial<OrderSnapshot> = {}) => ({
  status: 'completed' as const,
  documents: [createUnpaidInvoice({ dueOn: toPlainDate('2027-05-10') })],
  ...facts,
});

describe('a quote', () => {
  const quoted = {
    status: 'quoted' as const,
    quoteUntil: toPlainDate('2027-05-20'),
    history: [createTransitionEvent('2027-05-01', 'send_quote')],
  };

  it('causes reminders three days and one day before it expires, and none after', () => {
    expect(calendar('2027-05-10', 15, quoted)).toEqual([
      ['2027-05-17', 'quote_expires_soon'],
      ['2027-05-18', 'quote_expires_soon'],
      ['2027-05-19', 'quote_expires_tomorrow'],
      ['2027-05-20', 'quote_expires_tomorrow'],
    ]);
  });

  it('causes no reminder on the day it is sent', () => {
    expect(kindsOn('2027-05-19', { ...quoted, history: [createTransitionEvent('2027-05-19', 'send_quote')] })).toEqual(
      [],
    );
  });

  it('causes no reminders once it is accepted', () => {
    const status = 'agreed';
    expect(calendar('2027-05-10', 15, { ...quoted, status })).toEqual([]);
  });

  it('causes new reminders if its last day changes', () => {
    const about = (until: string) =>
      remindersOn('2027-05-19', { ...quoted, quoteUntil: toPlainDate(until) }).map(({ dedupeKey: which }) => which);
    expect([about('2027-05-20'), about('2027-05-21')]).toEqual([['2027-05-20'], ['2027-05-21']]);
  });

  it('causes a reminder to the owner if not written within two days of the request', () => {
    expect(calendar('2027-05-01', 4, { status: 'requested', history: [placed] })).toEqual([
      ['2027-05-03', 'quote_requested'],
      ['2027-05-04', 'quote_requested'],
    ]);
  });
});

describe('term 6: an invoice', () => {
  it('causes reminders before the due date, the day after, and as a late fee approaches, which is then proposed to the owner', () => {
    const reminders = calendar('2027-05-01', 30, due());
    // Only the first day counts, since each kind is sent once per document.
    const firsts = new Map(reminders.toReversed().flatMap(([on, ...kinds]) => kinds.map(kind => [kind, on] as const)));
    expect(Object.fromEntries(firsts)).toEqual({
      payment_due_soon: '2027-05-08',
      payment_overdue: '2027-05-11',
      late_fee_warning: '2027-05-17',
      late_fee_proposed: '2027-05-18',
    });
    // Missed reminders are not sent later.
    expect(kindsOn('2027-05-17', due())).toEqual(['late_fee_warning']);
  });

  it.each([
    ['paid', { amountSettled: toMinorUnits(10_000) }],
    ['credited and paid', { amountSettled: toMinorUnits(12_000) }],
  ] as const)('causes no reminders if %s', (_name, changes) => {
    expect(
      calendar(
        '2027-05-01',
        60,
        due({ documents: [createUnpaidInvoice({ dueOn: toPlainDate('2027-05-10'), ...changes })] }),
      ),
    ).toEqual([]);
  });

  it('causes no reminders while a payment waits for confirmation', () => {
    expect(calendar('2027-05-01', 60, due({ hasPaymentInReview: true }))).toEqual([]);
  });

  it('causes no reminder until the day after the due date if due when issued', () => {
    const dueOn = toPlainDate('2027-05-10');
    expect(calendar('2027-05-08', 4, due({ documents: [createUnpaidInvoice({ dueOn, issuedOn: dueOn })] }))).toEqual([
      ['2027-05-11', 'payment_overdue'],
    ]);
  });

  it('has no late fee proposed if fees are automatic, or it was applied or waived', () => {
    const automatic = due({ settings: { ...DEFAULT_PAYMENT_TERMS, lateFeeMode: 'automatic' } });
    expect(kindsOn('2027-05-20', automatic)).toEqual(['late_fee_warning']);
    for (const lateFee of ['applied', 'waived'] as const) {
      expect(
        kindsOn('2027-05-20', due({ documents: [createUnpaidInvoice({ dueOn: toPlainDate('2027-05-10'), lateFee })] })),
      ).toEqual(['late_fee_warning']);
    }
  });

  it('states the amount due', () => {
    const documents = [createUnpaidInvoice({ dueOn: toPlainDate('2027-05-10'), amountSettled: toMinorUnits(4000) })];
    expect(remindersOn('2027-05-11', due({ documents }))).toMatchObject([
      { kind: 'payment_overdue', dedupeKey: '1', amount: 6000 },
    ]);
  });

  it.each([1, 2, 3, 30])('causes at most one reminder a day with late fees after %i days', lateFeeAfterDays => {
    const facts = due({ settings: { ...DEFAULT_PAYMENT_TERMS, lateFeeAfterDays, lateFeeMode: 'automatic' } });
    for (const [on, ...kinds] of calendar('2027-05-01', 60, facts)) expect(kinds, on).toHaveLength(1);
  });
});

describe('the schedule of payment reminders', () => {
  /** Returns the first day of each reminder to the client, with its kind and dedupe key. */
  function listFirstDays(schedule: Partial<DatedSchedule>, invoice: Parameters<typeof createUnpaidInvoice>[0]) {
    const firsts = new Map<string, string>();
    for (let after = 0; after < 120; after++) {
      const on = toPlainDate('2027-05-01').add({ days: after }).toString();
      const sent = remindersOn(on, due({ documents: [createUnpaidInvoice(invoice)] }), schedule);
      for (const { kind, dedupeKey } of sent.filter(one => getReminderRecipient(one.kind) === 'client')) {
        const key = `${kind} ${dedupeKey}`;
        if (!firsts.has(key)) firsts.set(key, on);
      }
    }
    return Object.fromEntries(firsts);
  }
  const dueOn = toPlainDate('2027-05-10');

  it('sends each stage on its day', () => {
    const all = { daysBefore: 5, isOnDueDate: true, daysAfter: [3, 9, 14] } as const;
    expect(listFirstDays({ ...all, daysAfter: [...all.daysAfter] }, { dueOn })).toEqual({
      'payment_due_soon 1': '2027-05-05',
      'payment_due_soon 1:due': '2027-05-10',
      'payment_overdue 1': '2027-05-13',
      'late_fee_warning 1': '2027-05-17',
      'payment_overdue 1:2': '2027-05-19',
      'payment_overdue 1:3': '2027-05-24',
    });
  });

  it('sends no missed reminder of the due date later', () => {
    const facts = due({ documents: [createUnpaidInvoice({ dueOn })] });
    const schedule: Partial<DatedSchedule> = { daysAfter: [null, null, null], warnsOfLateFee: false };
    for (const isOnDueDate of [true, false]) {
      expect(remindersOn('2027-05-10', facts, { ...schedule, isOnDueDate })).toMatchObject([
        { kind: 'payment_due_soon', dedupeKey: isOnDueDate ? '1:due' : '1' },
      ]);
      expect(remindersOn('2027-05-11', facts, { ...schedule, isOnDueDate })).toEqual([]);
    }
  });

  it('sends no reminder before the due date on the day of the invoice', () => {
    const issuedOn = dueOn.subtract({ days: 2 });
    expect(listFirstDays({ warnsOfLateFee: false }, { dueOn, issuedOn })).toEqual({
      'payment_overdue 1': '2027-05-11',
    });
  });

  it('warns of a late fee two days after the due date at the earliest', () => {
    const settings = { ...DEFAULT_PAYMENT_TERMS, lateFeeAfterDays: 1 };
    const facts = due({ settings, documents: [createUnpaidInvoice({ dueOn })] });
    const kinds = ['2027-05-11', '2027-05-12'].map(on => remindersOn(on, facts)[0]?.kind);
    expect(kinds).toEqual(['payment_overdue', 'late_fee_warning']);
  });

  it('sends nothing to the client with all stages off', () => {
    const off: Partial<DatedSchedule> = { daysBefore: null, daysAfter: [null, null, null], warnsOfLateFee: false };
    expect(listFirstDays(off, { dueOn })).toEqual({});
  });

  it('prefers the warning of a late fee to a reminder on the same day', () => {
    expect(listFirstDays({ daysBefore: null, daysAfter: [null, 7, null] }, { dueOn })).toEqual({
      'late_fee_warning 1': '2027-05-17',
    });
  });

  it('skips reminders before and on the due date of an invoice that is due when issued', () => {
    expect(listFirstDays({ isOnDueDate: true, warnsOfLateFee: false }, { dueOn, issuedOn: dueOn })).toEqual({
      'payment_overdue 1': '2027-05-11',
    });
  });

  it('never sends reminders for days before the change', () => {
    const changed = { daysAfter: [3, 7, 14] as DatedSchedule['daysAfter'], changedOn: toPlainDate('2027-05-20') };
    // Ten days overdue at the change: only the reminder after 14 days is still to come.
    expect(listFirstDays(changed, { dueOn })).toEqual({ 'payment_overdue 1:3': '2027-05-24' });
    expect(listFirstDays({ ...changed, changedOn: toPlainDate('2027-06-30') }, { dueOn })).toEqual({});
  });

  it.each([0, 1, 2, 6, 7, 8, 40])('is by default as it always was, %i days after the due date', days => {
    const on = dueOn.add({ days }).toString();
    const expected = days === 0 ? 'payment_due_soon' : days < 7 ? 'payment_overdue' : 'late_fee_warning';
    const [first] = remindersOn(on, due({ documents: [createUnpaidInvoice({ dueOn })] }));
    expect(first).toMatchObject({ kind: expected, dedupeKey: '1' });
  });
});

describe('the reminders of a client', () => {
  const { changedOn: _never, ...usual } = STANDARD;
  const own = { ...usual, daysBefore: 9 };
  const [early, late] = ['2027-04-01', '2027-05-01'];

  it.each([
    ['as on the site', STANDARD, null, null, STANDARD],
    ['as on the site again', STANDARD, null, late, { ...usual, changedOn: toPlainDate(late) }],
    [
      'after the site’s change',
      { ...STANDARD, changedOn: toPlainDate(early) },
      null,
      late,
      { ...usual, changedOn: toPlainDate(late) },
    ],
    [
      'before the site’s change',
      { ...STANDARD, changedOn: toPlainDate(late) },
      null,
      early,
      { ...usual, changedOn: toPlainDate(late) },
    ],
    [
      'on other days',
      { ...STANDARD, changedOn: toPlainDate(late) },
      own,
      early,
      { ...own, changedOn: toPlainDate(early) },
    ],
  ] as const)('follow %s', (_name, site, reminderSchedule, remindersChangedOn, expected) => {
    expect(toClientSchedule(site, { reminderSchedule, remindersChangedOn })).toEqual(expected);
  });

  it('leave the owner’s reminders when the client gets none', () => {
    const none = { reminderSchedule: NO_REMINDERS, remindersChangedOn: early };
    const days = Array.from({ length: 60 }, (_day, index) => toPlainDate('2027-05-01').add({ days: index }));
    const kinds = days
      .flatMap(on => listDueReminders(toNoon(on.toString()), createOrderFacts(due()), toClientSchedule(STANDARD, none)))
      .map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['late_fee_proposed']));
  });

  it('never include one for a day before a change, regardless of the schedules', () => {
    const days = fc.option(fc.integer({ min: 1, max: 30 }));
    const schedule = fc.record({
      daysBefore: days,
      isOnDueDate: fc.boolean(),
      daysAfter: fc
        .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 3 })
        .map(([one = 1, two = 2, three = 3]) => [one, two, three].toSorted((first, second) => first - second)),
      warnsOfLateFee: fc.boolean(),
    }) as fc.Arbitrary<Omit<DatedSchedule, 'changedOn'>>;
    fc.assert(
      fc.property(schedule, fc.option(schedule), fc.integer({ min: -30, max: 90 }), (site, chosen, overdue) => {
        const today = toPlainDate('2027-05-10');
        const facts = createOrderFacts(
          due({
            documents: [
              createUnpaidInvoice({ dueOn: today.subtract({ days: overdue }), issuedOn: toPlainDate('2027-01-01') }),
            ],
          }),
        );
        const client = { reminderSchedule: chosen, remindersChangedOn: today.toString() };
        const undated = { ...(chosen ?? site), changedOn: null };
        const toClient = (on: string, by: DatedSchedule) =>
          listDueReminders(toNoon(on), facts, by).filter(({ kind }) => getReminderRecipient(kind) === 'client');
        const changed = toClient('2027-05-10', toClientSchedule({ ...site, changedOn: null }, client));
        const before = toClient('2027-05-09', undated).map(({ kind, dedupeKey }) => `${kind} ${dedupeKey}`);
        for (const { kind, dedupeKey } of changed) expect(before).not.toContain(`${kind} ${dedupeKey}`);
      }),
    );
  });
});

describe('terms 9 and 10: waiting for the client', () => {
  const content = [
    { label: 'The logo', isSupplied: true },
    { label: 'The texts', isSupplied: false },
  ];
  const waiting = {
    status: 'deposit_paid' as const,
    history: [createTransitionEvent('2027-05-01', 'pay_deposit')],
    content,
  };

  it('causes reminders after three and ten days, with the missing items', () => {
    expect(kindsOn('2027-05-03', waiting)).toEqual([]);
    expect(remindersOn('2027-05-04', waiting)).toMatchObject([
      { kind: 'client_action_reminder', waitsFor: 'content', missing: ['The texts'] },
    ]);
    expect(kindsOn('2027-05-10', waiting)).toEqual(['client_action_reminder']);
    expect(kindsOn('2027-05-11', waiting)).toEqual(['client_action_final_reminder']);
  });

  it('causes new reminders for each review', () => {
    const history = [
      createTransitionEvent('2027-05-01', 'pay_deposit'),
      createTransitionEvent('2027-05-01', 'start_without_content'),
      createTransitionEvent('2027-05-02', 'submit_for_review'),
      createTransitionEvent('2027-05-06', 'request_revision'),
      createTransitionEvent('2027-05-07', 'submit_for_review'),
    ];
    const [first, second] = ['2027-05-05', '2027-05-10'].map(on => {
      const until = history.filter(({ at }) => Temporal.Instant.compare(at, toNoon(on)) <= 0);
      return remindersOn(on, { status: 'in_review', history: until, content });
    });
    expect(first).toMatchObject([{ kind: 'client_action_reminder', waitsFor: 'feedback', missing: [] }]);
    expect(second).toMatchObject([{ kind: 'client_action_reminder', waitsFor: 'feedback' }]);
    expect(first?.[0]?.dedupeKey).not.toBe(second?.[0]?.dedupeKey);
  });
});

describe('work', () => {
  const history = [
    createTransitionEvent('2027-05-01', 'pay_deposit'),
    createTransitionEvent('2027-05-01', 'start_without_content'),
  ];

  it('causes reminders to the owner the day before it is expected, and once it is overdue', () => {
    expect(calendar('2027-05-10', 8, { status: 'in_progress', history })).toEqual([
      ['2027-05-14', 'delivery_due'],
      ['2027-05-15', 'delivery_due'],
      ['2027-05-16', 'delivery_overdue'],
      ['2027-05-17', 'delivery_overdue'],
    ]);
  });

  it('causes reminders before it starts', () => {
    const received = [...history.slice(0, 1), createTransitionEvent('2027-05-01', 'receive_content')];
    expect(kindsOn('2027-05-14', { status: 'content_received', history: received })).toEqual(['delivery_due']);
  });

  it('causes no reminders while waiting for the client', () => {
    const change: OrderEvent = {
      type: 'change_order_quoted',
      changeOrderId: 'a',
      amount: toMinorUnits(100),
      days: 0,
      at: toNoon('2027-05-14'),
      actor: 'owner',
    };
    const reminders = calendar('2027-05-14', 30, { status: 'in_progress', history: [...history, change] });
    expect(new Set(reminders.flatMap(([, ...kinds]) => kinds))).toEqual(
      new Set(['client_action_reminder', 'client_action_final_reminder']),
    );
  });
});

describe('term 14: an unpaid month', () => {
  const subscription = {
    monthlyAmount: toMinorUnits(10_000),
    nextInvoiceOn: toPlainDate('2027-07-01'),
    pausedFrom: null,
    endsOn: null,
  };
  const month = due({ kind: 'service', status: 'in_progress', subscription });

  it('asks the owner after thirty days whether to pause', () => {
    expect(kindsOn('2027-06-08', month)).not.toContain('subscription_unpaid');
    expect(kindsOn('2027-06-09', month)).toContain('subscription_unpaid');
  });

  it('does not ask about a late fee, nor warns of one before the subscription starts', () => {
    const documents = [createUnpaidInvoice({ dueOn: toPlainDate('2027-05-10'), isLateFee: true })];
    expect(kindsOn('2027-06-09', { ...month, documents })).toEqual(['payment_overdue']);
    const history = [createTransitionEvent('2027-05-10', 'activate_subscription')];
    expect(kindsOn('2027-06-09', { ...month, history, documents })).toEqual(['late_fee_warning']);
  });

  it('does not ask if it is paused or ends, or if the order is not a subscription', () => {
    for (const changes of [{ pausedFrom: toPlainDate('2027-07-01') }, { endsOn: toPlainDate('2027-06-30') }]) {
      const facts = { ...month, subscription: { ...subscription, ...changes } };
      expect(kindsOn('2027-06-20', facts)).not.toContain('subscription_unpaid');
    }
    expect(kindsOn('2027-06-20', due())).not.toContain('subscription_unpaid');
  });
});

it('sends no reminders for finished orders', () => {
  for (const status of orderStatuses) {
    const facts = due({
      status,
      history: [placed, createTransitionEvent('2027-05-01', 'pay_deposit')],
      quoteUntil: toPlainDate('2027-05-01'),
    });
    const isOver = finalStatuses.has(status) || status === 'quoted';
    expect(kindsOn('2027-06-20', facts).length > 0, status).toBe(!isOver);
  }
});

it('addresses each reminder to one of the parties', () => {
  const ofOwner = reminderKinds.filter(kind => getReminderRecipient(kind) === 'owner');
  expect(ofOwner).toEqual([
    'late_fee_proposed',
    'quote_requested',
    'delivery_due',
    'delivery_overdue',
    'subscription_unpaid',
  ]);
});
