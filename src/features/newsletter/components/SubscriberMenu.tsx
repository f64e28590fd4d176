import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import MailPlus from 'lucide-react/icons/mail-plus';
import Trash2 from 'lucide-react/icons/trash';
import UserMinus from 'lucide-react/icons/user-minus';
import type { FormEventHandler } from 'react';
import { MenuForm, RowMenu } from '#ui/table/RowMenu.tsx';
import type { Subscriber } from '../contract/subscribers.ts';
import { type SubscriberAction, subscriberActionLabels, actionsByState } from '../rules/subscriber-actions.ts';

const icons: Readonly<Record<SubscriberAction, LucideIcon>> = {
  resend_confirmation: MailPlus,
  unsubscribe: UserMinus,
  block: Ban,
  unblock: Check,
  delete: Trash2,
};

type SubscriberMenuProps = { subscriber: Subscriber; onSubmit: FormEventHandler<HTMLFormElement> };

export function SubscriberMenu({ subscriber, onSubmit }: SubscriberMenuProps) {
  return (
    <RowMenu id={`subscriber-${subscriber.id}`} label={`Actions for ${subscriber.email}`}>
      <MenuForm
        fields={{ subscriber: subscriber.id, address: subscriber.email }}
        name="intent"
        actions={actionsByState[subscriber.state]}
        labels={subscriberActionLabels}
        icons={icons}
        onSubmit={onSubmit}
      />
    </RowMenu>
  );
}
