import type { LucideIcon } from 'lucide-react';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import PencilOff from 'lucide-react/icons/pencil-off';
import UserCheck from 'lucide-react/icons/user-check';
import UserX from 'lucide-react/icons/user-x';
import type { FormEventHandler } from 'react';
import { MenuForm, RowMenu } from '#ui/table/RowMenu.tsx';
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
export function UserActionsMenu({
  person,
  onSubmit,
}: {
  person: UserDetails;
  onSubmit: FormEventHandler<HTMLFormElement>;
}) {
  const possible = listAvailableActions(person);
  if (possible.length === 0) return null;
  return (
    <RowMenu id={`person-${person.id}`} label={`Actions for ${person.name}`}>
      <MenuForm
        fields={{ person: person.id }}
        actions={possible}
        labels={userActionLabels}
        icons={icons}
        onSubmit={onSubmit}
      />
    </RowMenu>
  );
}
