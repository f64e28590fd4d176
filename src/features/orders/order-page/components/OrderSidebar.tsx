import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { SideSection } from '#ui/SideSection.tsx';
import { OrderDisclosure, OrderForm } from '../../lifecycle/components/OrderForm.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { OrderCard } from '../../saved-card/components/OrderCard.tsx';
import { OrderSubscription } from '../../subscriptions/components/OrderSubscription.tsx';
import { OrderMoney } from './OrderMoney.tsx';
import { OrderTerms } from './OrderTerms.tsx';

interface OrderSidebarProps {
  order: Order;
  reference: string;
  did: string | null;
}

/** Shows the money, terms and client of an order. */
export function OrderSidebar({ order, reference, did }: OrderSidebarProps) {
  const { party, status } = order;
  return (
    <>
      {order.summary.subscription && status !== 'canceled' && status !== 'refunded' && (
        <SideSection title="Subscription">
          <OrderSubscription order={order} />
        </SideSection>
      )}
      <SideSection title="Money" id="money">
        <OrderMoney order={order} />
      </SideSection>
      {(order.card !== null || order.cardCharges.length > 0) && (
        <SideSection title="Automatic payments" id="card">
          <OrderCard order={order} did={did} />
        </SideSection>
      )}
      <SideSection title="Terms">
        <OrderTerms order={order} reference={reference} />
      </SideSection>
      <BilledTo order={order} />
      {party === 'owner' && <OrderClient order={order} />}
    </>
  );
}

/** Shows to whom invoices are issued; to the owner, also whether that was entered by someone who wasn't signed in. */
function BilledTo({ order: { billedTo, party, asOf, isGuest } }: { order: Order }) {
  const { name, addressLines, taxId, isForOrderOnly } = billedTo;
  if (addressLines.length === 0 && !(isForOrderOnly && party === 'owner')) return null;
  return (
    <SideSection title="Billed to">
      {[name, ...addressLines, taxId && `Tax ID ${taxId}`].filter(Boolean).map((line, index) => (
        <p key={index}>{line}</p>
      ))}
      {party === 'client' && !isGuest && (
        <p className="mt-2">
          <Link className="link" to={dashboardPaths.billingDetails}>
            Change billing details
          </Link>
        </p>
      )}
      {party === 'owner' && isForOrderOnly && (
        <div className="mt-3">
          <p className="mb-3 text-ink-soft">
            {addressLines.length > 0
              ? 'Entered with this order by someone who wasn’t signed in, so the client’s own details are not used.'
              : 'Ordered by someone who wasn’t signed in, so the client’s address is not shown to them.'}
          </p>
          {asOf === null && (
            <div className="flex flex-wrap gap-3">
              {addressLines.length > 0 && (
                <OrderForm intent="billing-details" fields={{ decision: 'save' }} label="Save to client" />
              )}
              <OrderForm intent="billing-details" fields={{ decision: 'discard' }} label="Use client’s details" />
            </div>
          )}
        </div>
      )}
    </SideSection>
  );
}

/** Shows the owner who ordered, and offers to create a project once the order is delivered. */
function OrderClient({
  order: { kind, number, client, clientRecord, isGuest, asOf, status, projectId },
}: {
  order: Order;
}) {
  return (
    <>
      <SideSection title="Client">
        <p>
          {clientRecord === null ? (
            client.name
          ) : (
            <Link className="link" to={dashboardPaths.client(clientRecord)}>
              {client.name}
            </Link>
          )}
        </p>
        <p>
          <a className="link [overflow-wrap:anywhere]" href={`mailto:${client.email}`}>
            {client.email}
          </a>
        </p>
        <p className="hint mt-1">{isGuest ? 'Guest (no account)' : 'Has an account'}</p>
        {asOf === null && (
          <div className="mt-3">
            <OrderDisclosure label="Replace secret link" intent="link">
              <p className="mb-3 text-ink-soft">
                If someone else has the link, email the client a new one. The old link stops working.
              </p>
              <OrderForm intent="link" label="Send new link" />
            </OrderDisclosure>
          </div>
        )}
        {(kind === 'plan' || kind === 'custom') && (
          <PostForm action={dashboardPaths.newOrder}>
            <button type="submit" name="copyOf" value={number} className="link min-h-11 text-ink-soft">
              Duplicate as a new quote
            </button>
          </PostForm>
        )}
      </SideSection>
      {asOf === null && (status === 'delivered' || status === 'closed') && (
        <SideSection title="Project showcase">
          <p className="mb-3 text-ink-soft">
            Create a draft project that lists what the order includes and the names of the delivered files. It doesn’t
            name the client, and only you can see it until you publish it.
          </p>
          {projectId === null ? (
            <OrderForm intent="project" label="Create project" />
          ) : (
            <Link className="button" to={dashboardPaths.updateProject(projectId)}>
              Open project
            </Link>
          )}
        </SideSection>
      )}
    </>
  );
}
