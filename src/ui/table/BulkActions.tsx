import type { FormEventHandler } from 'react';
import { Form } from 'react-router';
import type { SelectOption } from './TableToolbar.tsx';

interface BulkActionsProps {
  form: string;
  selectedCount: number;
  options: readonly SelectOption[];
  /** Preselected action; defaults to the first. */
  defaultAction?: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** Form with the actions for the selected rows. */
export function BulkActions({ form, selectedCount, options, defaultAction, onSubmit }: BulkActionsProps) {
  return (
    <Form
      id={form}
      method="post"
      preventScrollReset
      onSubmit={onSubmit}
      className={`no-print flex flex-wrap items-center gap-3 py-4 ${selectedCount > 0 ? 'bulk-changes sticky bottom-0 z-10 border-t border-rule bg-ground' : ''}`}
    >
      <output className="meta">{selectedCount} selected</output>
      <select className="field w-auto min-w-44" name="do" aria-label="Bulk action" defaultValue={defaultAction}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button type="submit" className="button" disabled={selectedCount === 0}>
        Apply to selected
      </button>
    </Form>
  );
}
