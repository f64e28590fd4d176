import { type FormEvent, useCallback, useEffect, useRef } from 'react';
import { useLocation, useRevalidator, useSubmit } from 'react-router';
import { type ConfirmOptions, useConfirm } from '../ConfirmDialog.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';
import { toast } from '../toast.ts';
import { useAsyncAction } from '../use-async-action.ts';
import type { Selection } from './selection.ts';

export interface RowActionConfig<Change extends string, One> {
  /** Returns the action that a form requests; undefined if it is unknown. */
  readonly parseAction: (text: string | undefined) => Change | undefined;
  readonly labels: Readonly<Record<Change, string>>;
  /** Returns a row's key from the result of an action. */
  readonly keyOf: (one: One) => string;
  /** Returns the success message. */
  readonly formatResult: (change: Change, changed: readonly One[]) => string;
  /** Returns the action that undoes another; undefined if none does. */
  readonly getUndoAction: (change: Change, count: number) => Change | undefined;
  /** Returns the confirmation to ask for; undefined if none is needed. */
  readonly getConfirmation?: (change: Change, keys: readonly string[]) => ConfirmOptions | undefined;
}

/** Result of a form that changes rows. */
export type RowActionResult<Change, One> =
  | {
      readonly done: {
        readonly action: Change | undefined;
        readonly succeeded: readonly One[];
        readonly errorMessage: string | undefined;
      };
    }
  | { readonly failed: { readonly code: string; readonly message: string } }
  | undefined;

/** Returns whether an action deletes something or takes something from a person. */
export const isDestructive = (action: string) => /^(delete|remove|discard|disable|block|unsubscribe)/.test(action);

/** Milliseconds; toasts with an undo button stay longer. */
const UNDO_DURATION = 10_000;

/** Submits row actions one at a time, asks for confirmation if needed, and shows the result with an undo button. */
export function useRowActions<Change extends string, One>(
  changes: RowActionConfig<Change, One>,
  selection: Selection,
  result: RowActionResult<Change, One>,
) {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const { confirm, dialog } = useConfirm();
  const { run } = useAsyncAction();
  const { revalidate } = useRevalidator();
  const { name, clear } = selection;
  const send = useCallback(
    (change: Change, keys: readonly string[]) => {
      const data = new FormData();
      data.append('do', change);
      for (const key of keys) data.append(name, key);
      // The undo button outlives the page, so the form names the page's URL.
      return submit(data, { method: 'post', action: pathname + search, preventScrollReset: true });
    },
    [submit, pathname, search, name],
  );
  const handledResult = useRef<unknown>(undefined);
  useEffect(() => {
    if (!result || handledResult.current === result) return;
    handledResult.current = result;
    if ('failed' in result) {
      toast.error(result.failed.message);
      // The row changed since it was loaded, such as in another tab.
      if (/^(?:CONFLICT|NOT_FOUND)$/.test(result.failed.code)) void revalidate();
      return;
    }
    const { action, succeeded, errorMessage } = result.done;
    if (errorMessage) toast.error(errorMessage);
    clear();
    if (action && succeeded.length > 0) showDone(changes, action, succeeded, send);
  }, [changes, result, clear, send, revalidate]);

  const submitChange = async (form: HTMLFormElement, data: FormData) => {
    const change = changes.parseAction(toText(data.get('do')));
    const keys = data.getAll(name).map(toText);
    if (!change) return;
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    const question = changes.getConfirmation?.(change, keys);
    if (question && !(await confirm(question))) return;
    await send(change, keys);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = event.currentTarget;
    void run(() => submitChange(form, new FormData(form, submitter)));
  };
  return { onSubmit, dialog };
}

function toText(entry: FormDataEntryValue | null): string {
  return typeof entry === 'string' ? entry : '';
}

function showDone<Change extends string, One>(
  { labels, keyOf, formatResult, getUndoAction }: RowActionConfig<Change, One>,
  change: Change,
  changed: readonly One[],
  send: (change: Change, keys: readonly string[]) => Promise<void>,
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
          void send(undo, changed.map(keyOf));
        }}
      >
        Undo
      </button>
    </span>,
    { duration: UNDO_DURATION },
  );
}

/** Shows the error above the table. */
export function RowActionNotice({ result }: { result: RowActionResult<unknown, unknown> }) {
  const message = result && ('failed' in result ? result.failed.message : result.done.errorMessage);
  if (!message) return null;
  return <ErrorNotice className="mb-4" message={message} />;
}
