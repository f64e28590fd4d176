import type { FormEventHandler } from 'react';
import { PostForm } from '../PostForm.tsx';
import { isDestructive } from './row-actions.tsx';
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
    <PostForm
      id={form}
      preventScrollReset
      onSubmit={onSubmit}
      className={`group no-print flex flex-wrap items-center gap-3 py-4 ${selectedCount > 0 ? 'bulk-changes sticky bottom-0 z-10 border-t border-rule bg-ground' : ''}`}
    >
      <output className="hint">{selectedCount} selected</output>
      <select className="field w-auto min-w-44" name="do" aria-label="Bulk action" defaultValue={defaultAction}>
        {options.map(({ value, label }) => (
          <option key={value} value={value} data-destructive={isDestructive(value) || undefined}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="submit"
        className="button [.group:has([data-destructive]:checked)_&]:enabled:border-danger [.group:has([data-destructive]:checked)_&]:enabled:text-danger"
        disabled={selectedCount === 0}
      >
        Apply to selected
      </button>
    </PostForm>
  );
}
