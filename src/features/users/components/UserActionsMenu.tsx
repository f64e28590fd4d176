import type { LucideIcon } from 'lucide-react';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import PencilOff from 'lucide-react/icons/pencil-off';
import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import type { FormEventHandler } from 'react';
import { Form } from 'react-router';
import { menuItemClass, RowMenu } from '#ui/table/RowMenu.tsx';
import type { UserDetails } from '../contract.ts';
import { type UserAction, userActionLabels, listAvailableActions } from '../rules.ts';

const icons: Readonly<Record<UserAction, LucideIcon>> = {
  make_author: Pencil,
  make_member: PencilOff,
  disable: UserX,
  enable: UserCheck,
  revoke_sessions: LogOut,
};

/** Lists the available actions for a user; renders nothing if there are none. */
export function UserActionsMenu({ person, onSubmit }: { person: UserDetails; onSubmit: FormEventHandler }) {
  const possible = listAvailableActions(person);
  if (possible.length === 0) return null;
  return (
    <RowMenu id={`person-${person.id}`} label={`Actions for ${person.name}`}>
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="person" value={person.id} />
        {possible.map(change => {
          const Icon = icons[change];
          return (
            <button key={change} type="submit" name="do" value={change} className={menuItemClass}>
              <Icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
              {userActionLabels[change]}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}
