import { type FormEventHandler, useSyncExternalStore } from 'react';
import { Form } from 'react-router';
import { changeLabels, changes } from '../rules/changes.ts';

interface BulkChangesProps {
  form: string;
  /** How many texts are chosen. */
  chosen: number;
  /** The list is of deleted texts. */
  deleted: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

const nothingChanges = () => () => {};

/** What is done with all texts that are chosen in a list. */
export function BulkChanges({ form, chosen, deleted, onSubmit }: BulkChangesProps) {
  // Without script nobody counts along, so the form is open.
  const counting = useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
  const offered = changes.filter(change => (change === 'restore') === deleted);
  return (
    <Form
      id={form}
      method="post"
      preventScrollReset
      onSubmit={onSubmit}
      className={`no-print flex flex-wrap items-center gap-3 py-4 ${chosen > 0 ? 'bulk-changes sticky bottom-0 z-10 border-t border-rule bg-ground' : ''}`}
    >
      <output className="meta">{counting ? `${chosen} chosen` : 'With those chosen'}</output>
      <select className="field w-auto min-w-44" name="do" aria-label="What to do with those chosen">
        {offered.map(change => (
          <option key={change} value={change}>
            {changeLabels[change]}
          </option>
        ))}
      </select>
      <button type="submit" className="button" disabled={counting && chosen === 0}>
        Apply to chosen
      </button>
    </Form>
  );
}
