import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '#features/media/browser.ts';
import { getOrderStatusLabel } from '#features/orders/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { DateTime } from '#ui/DateTime.tsx';
import type { InboxMessage } from '../contract/inbox.ts';
import { canReply } from '../rules/transitions.ts';
import { MessageStatus } from './inbox-columns.tsx';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-t border-rule py-3">
      <dt className="hint">{label}</dt>
      <dd className="mt-1 text-small [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

const rowLink = 'link inline-flex min-h-11 items-center';

export function SenderDetails({ message }: { message: InboxMessage }) {
  const { id, name, email, isSignedIn, spamCheck, spamReason, budget, file, account, client, orders } = message;
  const { state, otherMessages } = message;
  return (
    <dl className="border-b border-rule">
      <Fact label="From">
        {name}
        <a className="link flex min-h-11 items-center" href={`mailto:${email}`}>
          {email}
        </a>
        <span className="hint block">
          {isSignedIn ? 'Signed in with this address.' : 'Not signed in, so this address isn’t verified.'}
        </span>
      </Fact>
      <Fact label="Status">
        <MessageStatus {...message} />
        {(spamReason === 'marked_by_owner' || spamReason === 'blocked_sender') && (
          <span className="hint mt-1 block">
            New messages from this address go to spam until you choose “Not spam”.
          </span>
        )}
        {spamCheck === 'unverified' && (
          <span className="hint mt-1 block">
            Sent without JavaScript, so the spam check couldn’t run and the sender got no confirmation.
          </span>
        )}
      </Fact>
      <Fact label="Received">
        <DateTime instant={message.receivedAt} />
      </Fact>
      {budget !== '' && <Fact label="Budget">{budget}</Fact>}
      {file && (
        <Fact label="File">
          {file.sizeBytes === null ? (
            <>
              {file.name}
              <span className="hint block">The upload didn’t finish. Ask for the file in your reply.</span>
            </>
          ) : (
            <>
              <a className={rowLink} href={dashboardPaths.inboxFile(id)} download={file.name}>
                {file.name}
              </a>
              <span className="meta block">{formatBytes(file.sizeBytes)}, not scanned for viruses</span>
            </>
          )}
        </Fact>
      )}
      {client && (
        <Fact label="Client">
          <Link className={rowLink} to={dashboardPaths.client(client.id)}>
            {client.name}
          </Link>
          <Link className={`${rowLink} ml-5`} to={withQuery(dashboardPaths.newOrder, { client: client.id })}>
            New quote
          </Link>
        </Fact>
      )}
      {!client && canReply(state) && (
        <Fact label="Client">
          <Link className={rowLink} to={withQuery(dashboardPaths.newClient, { name, email })}>
            Add as client
          </Link>
        </Fact>
      )}
      {account && (
        <Fact label="Account with this address">
          <Link className={rowLink} to={withQuery(dashboardPaths.allUsers, { search: account.email })}>
            {account.name}
          </Link>
        </Fact>
      )}
      {orders.length > 0 && (
        <Fact label="Orders with this address">
          <ul>
            {orders.map(order => (
              <li key={order.number} className="flex flex-wrap items-center gap-x-3">
                <Link className={rowLink} to={dashboardPaths.order(order.number)}>
                  {order.number} {order.title}
                </Link>
                <span className="hint">{getOrderStatusLabel({ ...order, status: order.state })}</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {otherMessages.length > 0 && (
        <Fact label="Other messages from this address">
          <ul>
            {otherMessages.map(other => (
              <li key={other.id} className="flex flex-wrap items-center gap-x-3">
                <Link className={rowLink} to={dashboardPaths.inboxMessage(other.id)}>
                  {other.subject}
                </Link>
                <DateTime instant={other.receivedAt} isDateOnly />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}
