import { SiteTime } from '#ui/DateTime.tsx';
import { ActionTextArea } from '#ui/ActionForm.tsx';
import { OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';

/** Renders the messages of both parties and a form to write one. */
export function OrderMessages({ order: { messages, party, asOf } }: { order: Order }) {
  return (
    <>
      {messages.length === 0 && <p className="text-small text-ink-soft">No messages yet.</p>}
      <ol className="grid gap-5">
        {messages.map((message, index) => (
          <li
            key={index}
            className={`max-w-[31em] border-l-2 pl-4 ${message.sender === party ? 'border-accent' : 'border-rule-strong'}`}
          >
            <p className="meta">
              {message.sender === party ? 'You' : message.senderName} · <SiteTime instant={message.sentAt} />
            </p>
            <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{message.body}</p>
          </li>
        ))}
      </ol>
      {asOf === null && (
        // Remounts after sending, to clear the field.
        <OrderForm key={messages.length} intent="write" label="Send message" className="mt-6">
          <ActionTextArea
            label="Your message"
            name="body"
            maxLength={5000}
            hint={`The ${party === 'client' ? 'owner' : 'client'} also gets your message by email.`}
          />
        </OrderForm>
      )}
    </>
  );
}
