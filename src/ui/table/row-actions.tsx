import { type FormEvent, useCallback, useEffect, useRef } from 'react';
import { useSubmit } from 'react-router';
import { type ConfirmOptions, useConfirm } from '../ConfirmDialog.tsx';
import { toast } from '../toast.ts';
import type { Selection } from './selection.ts';

/** What a table's rows can be changed to, and what is said of it. */
export interface RowActionConfig<Change extends string, One> {
  /** The change that a form asks for, if there is such a one. */
  readonly changeOf: (text: string | undefined) => Change | undefined;
  readonly labels: Readonly<Record<Change, string>>;
  /** A row's key, from what came of changing it. */
  readonly keyOf: (one: One) => string;
  /** What was done, as a sentence. */
  readonly formatResult: (change: Change, changed: readonly One[]) => string;
  /** What takes a change back, where one thing does. */
  readonly getUndoAction: (change: Change, count: number) => Change | undefined;
  /** What is asked before a change; undefined where none is asked. */
  readonly getConfirmation?: (change: Change, keys: readonly string[]) => ConfirmOptions | undefined;
}

/** What came of a form that changes rows. */
export type RowActionResult<Change, One> =
  | {
      readonly done: {
        readonly action: Change | undefined;
        readonly succeeded: readonly One[];
        readonly errorMessage: string | undefined;
      };
    }
  | { readonly failed: { readonly message: string } }
  | undefined;

/** A toast with a way back stays longer, in milliseconds. */
const UNDO_LASTS = 10_000;

/** Sends changes of rows, after asking where that is due, and tells what came of them, with the way back. */
export function useRowActions<Change extends string, One>(
  changes: RowActionConfig<Change, One>,
  selection: Selection,
  result: RowActionResult<Change, One>,
) {
  const submit = useSubmit();
  const { confirm, dialog } = useConfirm();
  const { name, clear } = selection;
  const send = useCallback(
    (change: Change, keys: readonly string[]) => {
      const data = new FormData();
      data.append('do', change);
      for (const key of keys) data.append(name, key);
      void submit(data, { method: 'post', preventScrollReset: true });
    },
    [submit, name],
  );
  const told = useRef<unknown>(undefined);
  useEffect(() => {
    if (!result || told.current === result) return;
    told.current = result;
    if ('failed' in result) {
      toast.error(result.failed.message);
      return;
    }
    const { action, succeeded, errorMessage } = result.done;
    if (errorMessage) toast.error(errorMessage);
    clear();
    if (action && succeeded.length > 0) tellDone(changes, action, succeeded, send);
  }, [changes, result, clear, send]);

  const carryOut = async (form: HTMLFormElement, data: FormData) => {
    const change = changes.changeOf(textOf(data.get('do')));
    const keys = data.getAll(name).map(textOf);
    if (!change) return;
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    const question = changes.getConfirmation?.(change, keys);
    if (question && !(await confirm(question))) return;
    send(change, keys);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    void carryOut(event.currentTarget, new FormData(event.currentTarget, submitter));
  };
  return { onSubmit, dialog };
}

function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === 'string' ? entry : '';
}

function tellDone<Change extends string, One>(
  { labels, keyOf, formatResult, getUndoAction }: RowActionConfig<Change, One>,
  change: Change,
  changed: readonly One[],
  send: (change: Change, keys: readonly string[]) => void,
): void {
  const done = formatResult(change, changed);
  const undo = getUndoAction(change, changed.length);
  if (!undo) {
    toast.success(done);
    return;
  }
  const id = toast.success(
    <span className="flex flex-wrap items-center justify-between gap-x-4">
      {done}
      <button
        type="button"
        className="link min-h-11 font-display font-semibold"
        aria-label={`Undo: ${labels[undo]}`}
        onClick={() => {
          toast.dismiss(id);
          send(undo, changed.map(keyOf));
        }}
      >
        Undo
      </button>
    </span>,
    { duration: UNDO_LASTS },
  );
}

/**
 * Above the table: what was refused, and without script what was done (`done`, as the address tells after the form was
 * sent).
 */
export function RowActionNotice({
  result,
  done,
}: {
  result: RowActionResult<unknown, unknown>;
  done: string | undefined;
}) {
  const refused = result && ('failed' in result ? result.failed.message : result.done.errorMessage);
  if (refused) {
    return (
      <p role="alert" className="mb-4 border-l-2 border-danger pl-4 text-small">
        {refused}
      </p>
    );
  }
  if (!done || result) return null;
  return <output className="mb-4 block border-l-2 border-accent pl-4 text-small">{done}</output>;
}
