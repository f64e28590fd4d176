import { use } from 'react';
import { formatMoney } from '#shared/money.ts';
import { ActionTextArea } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { LinkedText } from '#ui/LinkedText.tsx';
import { SiteTime } from '#ui/DateTime.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { getMessageDraftKey } from '../submit.ts';

const TIMELINE =
  'grid gap-5 border-l border-rule pl-5 *:relative *:before:absolute *:before:top-2 *:before:-left-[1.5625rem] *:before:size-2 *:before:rounded-full *:before:bg-rule-strong';

/** Entries shown before the older ones are collapsed. */
const RECENT = 8;

/** Renders a form to write a message, and the messages and events, newest first. */
export function OrderActivity({ order, reference }: { order: Order; reference: string }) {
  const { messages, events, asOf } = order;
  const entries = [
    ...events.map((event, index) => ({
      at: event.occurredAt,
      item: <Event key={`event-${index}`} {...{ event, order }} />,
    })),
    ...messages.map((message, index) => ({
      at: message.sentAt,
      item: <Message key={`message-${index}`} {...{ message, order }} />,
    })),
  ]
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .toReversed()
    .map(({ item }) => item);
  return (
    <>
      {asOf === null && <MessageForm order={order} reference={reference} />}
      <ol className={`${TIMELINE} *:first:before:bg-accent`}>{entries.slice(0, RECENT)}</ol>
      {entries.length > RECENT && (
        <details className="mt-6">
          <summary className="link inline-flex min-h-11 items-center text-small">
            Show {entries.length - RECENT} older
          </summary>
          <ol className={`mt-6 ${TIMELINE}`}>{entries.slice(RECENT)}</ol>
        </details>
      )}
    </>
  );
}

/** Renders the form to write a message, which keeps unsent text on this device. */
function MessageForm({ order: { party, messages }, reference }: { order: Order; reference: string }) {
  const { name: ownerName } = use(siteMetaContext);
  const name = getMessageDraftKey(reference);
  const refused = useOrderFailure({ intent: 'write' })?.values;
  const { initial, resetKey, onInput } = useFormDraft({ name, saved: { body: '' }, version: messages.length, refused });
  return (
    <OrderForm intent="write" label="Send message" className="mb-8">
      <div key={resetKey} className="w-full" data-draft={name} onInput={onInput}>
        <ActionTextArea
          label="Your message"
          name="body"
          rows={3}
          maxLength={5000}
          defaultValue={initial.body ?? ''}
          hint={`${party === 'client' ? ownerName : 'The client'} also gets your message by email.`}
        />
      </div>
    </OrderForm>
  );
}

interface EventProps {
  event: Order['events'][number];
  order: Order;
}

function Event({ event, order: { party, client, currency, quote, agreements } }: EventProps) {
  const { name: ownerName } = use(siteMetaContext);
  // Skips quote texts shown elsewhere: the open quote and the agreements.
  const isTextShown = [quote?.agreement, ...agreements.map(({ text }) => text)].includes(event.quote?.text);
  const actorNames = {
    client: party === 'client' ? 'You' : client.name,
    owner: party === 'owner' ? 'You' : ownerName,
    system: 'Automatically',
  } as const;
  return (
    <li>
      <p className="text-small">
        {event.message}
        {event.quote && (
          <span className="font-mono tabular-nums">
            {' '}
            {formatMoney({ minor: event.quote.total, currency }, { exact: true })}
          </span>
        )}
      </p>
      {event.reason && <p className="text-small text-ink-soft">“{event.reason}”</p>}
      <p className="meta">
        {actorNames[event.actor]} · <SiteTime instant={event.occurredAt} />
      </p>
      {event.quote && !isTextShown && (
        <Disclosure label="Quote text" className="mt-2 w-full border-t border-rule">
          <pre className="font-mono text-meta whitespace-pre-wrap">{event.quote.text}</pre>
        </Disclosure>
      )}
    </li>
  );
}

interface MessageProps {
  message: Order['messages'][number];
  order: Order;
}

function Message({ message, order: { party } }: MessageProps) {
  const isOwn = message.sender === party;
  return (
    <li>
      <div className={`max-w-[36em] rounded-control px-4 py-3 ${isOwn ? 'bg-accent-wash' : 'bg-raised'}`}>
        <p className="meta">
          {isOwn ? 'You' : message.senderName} · <SiteTime instant={message.sentAt} />
        </p>
        <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
          <LinkedText text={message.body} />
        </p>
      </div>
    </li>
  );
}
