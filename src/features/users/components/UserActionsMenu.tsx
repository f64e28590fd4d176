import { LogOut, type LucideIcon, Pencil, PencilOff, UserCheck, UserX } from 'lucide-react';
import type { FormEventHandler } from 'react';
import { Form } from 'react-router';
import { menuItem, RowMenu } from '#ui/table/RowMenu.tsx';
import type { Person } from '../contract.ts';
import { type Change, changeLabels, changesFor } from '../rules.ts';

const icons: Readonly<Record<Change, LucideIcon>> = {
  author: Pencil,
  member: PencilOff,
  disable: UserX,
  enable: UserCheck,
  'sign-out': LogOut,
};

interface PersonMenuProps {
  person: Person;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** What the owner can do to a person; nothing where nothing can be done. */
export function PersonMenu({ person, onSubmit }: PersonMenuProps) {
  const possible = changesFor(person);
  if (possible.length === 0) return null;
  return (
    <RowMenu id={`person-${person.id}`} label={`Actions for ${person.name}`}>
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="person" value={person.id} />
        {possible.map(change => {
          const Icon = icons[change];
          return (
            <button key={change} type="submit" name="do" value={change} className={menuItem}>
              <Icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
              {changeLabels[change]}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}
