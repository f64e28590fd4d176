import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { OrderStatus } from '../../lifecycle/contract/enums.ts';
import { getOrderStatusLabel, type LabeledStatus } from '../../lifecycle/rules/stages.ts';

const statusTones: Readonly<Record<OrderStatus, BadgeTone>> = {
  requested: 'active',
  quoted: 'active',
  agreed: 'active',
  deposit_paid: 'active',
  content_received: 'active',
  in_progress: 'active',
  in_review: 'active',
  completed: 'success',
  paid: 'success',
  delivered: 'success',
  closed: 'neutral',
  declined: 'muted',
  expired: 'muted',
  canceled: 'muted',
  refunded: 'muted',
};

export function OrderStatusBadge({ order }: { order: LabeledStatus }) {
  return <Badge tone={statusTones[order.status]}>{getOrderStatusLabel(order)}</Badge>;
}
