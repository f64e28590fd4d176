import type { LucideIcon } from 'lucide-react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash2 from 'lucide-react/icons/trash';
import { type FormEventHandler, type ReactNode, useState } from 'react';
import { Form } from 'react-router';
import { isDestructive } from './row-actions.tsx';

/** Classes of an action in a {@link RowMenu}. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-display text-small font-medium no-underline hover:bg-accent-wash';

interface RowMenuProps {
  id: string;
  /** Accessible name of the menu, such as "Actions for Ada Byron". */
  label: string;
  children: ReactNode;
}

/** Menu of row actions: a popover, filled when it first opens to keep long lists fast. */
export function RowMenu({ id, label, children }: RowMenuProps) {
  const [isFilled, setFilled] = useState(false);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-accent-wash hover:text-ink @3xl:pointer-fine:size-9"
      >
        <Ellipsis className="size-5" aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </button>
      <div
        id={id}
        popover="auto"
        // Opened before hydration.
        ref={menu => {
          if (menu?.matches(':popover-open')) setFilled(true);
        }}
        onBeforeToggle={() => setFilled(true)}
        className="anchored min-w-56 rounded-control border border-rule-strong bg-ground p-1.5 text-ink shadow-raised"
      >
        {isFilled && children}
      </div>
    </>
  );
}

interface MenuFormProps<Action extends string> {
  /** The fields that name the row. */
  fields: Readonly<Record<string, string | number>>;
  /** Name of the field with the action. */
  name?: string;
  actions: readonly Action[];
  labels: Readonly<Record<Action, string>>;
  icons: Readonly<Partial<Record<Action, LucideIcon>>>;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** The items of a {@link RowMenu} that change the row. */
export function MenuForm<Action extends string>(props: MenuFormProps<Action>) {
  const { fields, name = 'do', actions, labels, icons, onSubmit } = props;
  return (
    <Form method="post" preventScrollReset onSubmit={onSubmit}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {actions.map(action => {
        const Icon: LucideIcon | undefined = icons[action];
        return (
          <button
            key={action}
            type="submit"
            name={name}
            value={action}
            className={`${menuItemClass} ${isDestructive(action) ? 'text-danger' : ''}`}
          >
            {Icon ? <Icon className="size-4.5 shrink-0" aria-hidden="true" /> : <span className="size-4.5" />}
            {labels[action]}
          </button>
        );
      })}
    </Form>
  );
}

const deletion = { labels: { delete: 'Delete' }, icons: { delete: Trash2 } };

/** The item of a {@link RowMenu} that deletes the row. */
export function DeleteItem(props: Pick<MenuFormProps<'delete'>, 'fields' | 'name' | 'onSubmit'>) {
  return <MenuForm {...props} {...deletion} actions={['delete']} />;
}
