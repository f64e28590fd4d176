import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import MailPlus from 'lucide-react/icons/mail-plus';
import Trash2 from 'lucide-react/icons/trash';
import UserMinus from 'lucide-react/icons/user-minus';
import type { FormEventHandler } from 'react';
import { Form } from 'react-router';
import { menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import type { Subscriber } from '../contract/subscribers.ts';
import { type SubscriberAction, subscriberActionLabels, actionsByState } from '../rules/subscriber-actions.ts';

const icons: Readonly<Record<SubscriberAction, LucideIcon>> = {
  resend_confirmation: MailPlus,
  unsubscribe: UserMinus,
  block: Ban,
  unblock: Check,
  delete: Trash2,
};

interface SubscriberMenuProps {
  subscriber: Subscriber;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

export function SubscriberMenu({ subscriber, onSubmit }: SubscriberMenuProps) {
  return (
    <RowMenu id={`subscriber-${subscriber.id}`} label={`Actions for ${subscriber.email}`}>
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="subscriber" value={subscriber.id} />
        <input type="hidden" name="address" value={subscriber.email} />
        {actionsByState[subscriber.state].map(change => {
          const Icon = icons[change];
          return (
            <button key={change} type="submit" name="intent" value={change} className={menuItemClass}>
              <Icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
              {subscriberActionLabels[change]}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}
