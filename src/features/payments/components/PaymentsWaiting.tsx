import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { Field } from '#ui/Field.tsx';
import { Moment } from '#ui/Moment.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { PaymentLine, WaitingPayments, WaitingRefund } from '../contract/work.ts';
import { isByHand, methodLabels } from '../rules/methods.ts';
import { type Refused, WorkForm } from './WorkForm.tsx';

interface PaymentsWaitingProps {
  waiting: WaitingPayments;
  refused: Refused | undefined;
}

/** What waits for the owner: payments to confirm, money to give back, and what does not fit. */
export function PaymentsWaiting({ waiting: { review, refunds, mismatches }, refused }: PaymentsWaitingProps) {
  if (review.length + refunds.length + mismatches.length === 0) return null;
  return (
    <div className="mt-8 grid gap-10">
      <Group title="To confirm" count={review.length}>
        {review.map(payment => (
          <ReviewCard key={payment.id} payment={payment} refused={refused} />
        ))}
      </Group>
      <Group title="To give back" count={refunds.length}>
        {refunds.map(refund => (
          <RefundCard key={refund.id} refund={refund} refused={refused} />
        ))}
      </Group>
      <Group title="Other amounts than asked for" count={mismatches.length}>
        {mismatches.map(payment => (
          <MismatchCard key={payment.id} payment={payment} refused={refused} />
        ))}
      </Group>
    </div>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section>
      <h2 className="text-h4">
        {title} <span className="meta ml-1 tabular-nums">{count}</span>
      </h2>
      <ul className="mt-3 grid gap-4">{children}</ul>
    </section>
  );
}

interface CardProps {
  title: string;
  payment: PaymentLine;
  /** In minor units of the payment's currency. */
  amount: MinorUnits;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  children: ReactNode;
}

/** A payment with what is known of it, and what can be done about it beside. */
function Card({ title, payment, amount, facts, children }: CardProps) {
  const { number, path, orderNumber, currency, client, proof } = payment;
  const all = [
    ...facts,
    [
      'For',
      <a key="for" className="link" href={path}>
        {number}
      </a>,
    ] as const,
    ...(orderNumber === null
      ? []
      : [
          [
            'Order',
            <Link key="order" className="link" to={dashboardPaths.order(Number(orderNumber))}>
              {orderNumber}
            </Link>,
          ] as const,
        ]),
  ];
  return (
    <li className="rounded-control border border-rule p-4 sm:p-5">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-wrap gap-5 sm:flex-nowrap">
          {proof !== null && <Proof address={proof} client={client} />}
          <div className="min-w-0 grow">
            <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-body font-semibold">
              <span className="[overflow-wrap:anywhere]">{title}</span>
              <span className="font-mono tabular-nums">
                {formatMoney({ minor: amount, currency }, { exact: true })}
              </span>
            </h3>
            <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-small">
              {all.map(([label, value]) => (
                <div key={label} className="contents">
                  <dt className="meta self-center">{label}</dt>
                  <dd className="[overflow-wrap:anywhere]">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        <div className="grid content-start gap-3">{children}</div>
      </div>
    </li>
  );
}

function Proof({ address, client }: { address: string; client: string }) {
  return (
    <a href={address} target="_blank" rel="noopener" className="block shrink-0">
      <img
        src={address}
        alt={`What ${client} sent to show the transfer; opens in full`}
        loading="lazy"
        className="h-40 w-32 rounded-control border border-rule bg-sunken object-contain"
      />
    </a>
  );
}

function ReviewCard({ payment, refused }: { payment: PaymentLine; refused: Refused | undefined }) {
  const { id, client, method, sender, reference, createdAt, amount } = payment;
  const facts = [
    ['By', methodLabels[method]],
    ['From', sender],
    [
      'Reference',
      <span className="font-mono text-meta" key="reference">
        {reference}
      </span>,
    ],
    ['Told', <Moment key="told" instant={createdAt} />],
  ] as const;
  return (
    <Card title={client} payment={payment} amount={amount} facts={facts}>
      <WorkForm
        kind="confirm"
        id={id}
        label="Confirm"
        busyLabel="Confirming…"
        name={`Confirm the payment of ${client}`}
        primary
        refused={refused}
      />
      <Fold label="Reject…" isOpen={isAbout(refused, 'reject', id)}>
        <WorkForm
          kind="reject"
          id={id}
          label="Reject and tell the client"
          busyLabel="Rejecting…"
          name={`Reject the payment of ${client}`}
          refused={refused}
        >
          {mine => (
            <TextArea
              label="Reason"
              name="reason"
              hint="The client reads it, and can tell the payment again."
              rows={2}
              maxLength={500}
              defaultValue={mine?.values.reason}
              error={mine?.failed.fields.reason}
            />
          )}
        </WorkForm>
      </Fold>
    </Card>
  );
}

function RefundCard({ refund, refused }: { refund: WaitingRefund; refused: Refused | undefined }) {
  const { id, amount, reason, problem, createdAt, payment } = refund;
  const facts = [
    ['Paid by', methodLabels[payment.method]],
    ...(payment.sender === null ? [] : [['To', payment.sender] as const]),
    ...(problem === null
      ? []
      : [
          [
            'Refused',
            <span className="text-danger" key="problem">
              {problem}
            </span>,
          ] as const,
        ]),
    ['Why', reason],
    ['Since', <Moment key="since" instant={createdAt} />],
  ] as const;
  return (
    <Card title={payment.client} payment={payment} amount={amount} facts={facts}>
      {!isByHand(payment.method) && (
        <WorkForm
          kind="retry-refund"
          id={id}
          label="Try again"
          busyLabel="Asking…"
          name={`Try the refund to ${payment.client} again`}
          primary
          refused={refused}
        />
      )}
      <Fold label="I have sent it…" isOpen={isByHand(payment.method) || isAbout(refused, 'send-refund', id)}>
        <WorkForm
          kind="send-refund"
          id={id}
          label="Mark as sent"
          busyLabel="Marking…"
          name={`Mark the refund to ${payment.client} as sent`}
          primary={isByHand(payment.method)}
          refused={refused}
        >
          {mine => (
            <Field
              label="Reference of your transfer"
              name="reference"
              hint="The client gets it by mail."
              maxLength={120}
              autoComplete="off"
              defaultValue={mine?.values.reference}
              error={mine?.failed.fields.reference}
            />
          )}
        </WorkForm>
      </Fold>
    </Card>
  );
}

function MismatchCard({ payment, refused }: { payment: PaymentLine; refused: Refused | undefined }) {
  const { id, client, method, reason, reference, createdAt, amount } = payment;
  const facts = [
    ['By', methodLabels[method]],
    [
      'Instead',
      <span className="text-danger" key="reason">
        {reason}
      </span>,
    ],
    [
      'There',
      <span className="font-mono text-meta" key="reference">
        {reference}
      </span>,
    ],
    ['Begun', <Moment key="begun" instant={createdAt} />],
  ] as const;
  return (
    <Card title={client} payment={payment} amount={amount} facts={facts}>
      <p className="text-small text-ink-soft">
        It counts for nothing here. Look at it in your account at {method === 'stripe' ? 'Stripe' : 'PayPal'}, and give
        it back there.
      </p>
      <WorkForm
        kind="handle"
        id={id}
        label="I have looked after it"
        busyLabel="Marking…"
        name={`Mark the payment of ${client} as looked after`}
        refused={refused}
      />
    </Card>
  );
}

function Fold({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-ink-soft underline hover:text-accent">
        {label}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

function isAbout(refused: Refused | undefined, kind: string, id: number): boolean {
  return refused?.values.do === kind && refused.values.id === String(id);
}
