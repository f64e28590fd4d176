import Ellipsis from 'lucide-react/icons/ellipsis';
import Trash2 from 'lucide-react/icons/trash';
import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-router';

/** Classes of an action in a {@link RowMenu}. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-display text-small font-medium no-underline hover:bg-accent-wash';

interface RowMenuProps {
  id: string;
  /** Accessible name of the menu, such as "Actions for Ada Byron". */
  label: string;
  children: ReactNode;
}

/** Menu of row actions: a popover. */
export function RowMenu({ id, label, children }: RowMenuProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-accent-wash hover:text-ink"
      >
        <Ellipsis className="size-5" aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="anchored min-w-56 rounded-control border border-rule-strong bg-ground p-1.5 text-ink shadow-raised"
      >
        {children}
      </div>
    </>
  );
}

interface DeleteItemProps {
  fields: Readonly<Record<string, string | number>>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The item of a {@link RowMenu} that deletes the row. */
export function DeleteItem({ fields, onSubmit }: DeleteItemProps) {
  return (
    <Form method="post" preventScrollReset onSubmit={onSubmit}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={menuItemClass}>
        <Trash2 className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" /> Delete
      </button>
    </Form>
  );
}
