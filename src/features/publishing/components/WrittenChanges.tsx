import { type FormEvent, useCallback, useEffect, useRef } from 'react';
import { useSubmit } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import type { Selection } from '#ui/table/selection.ts';
import { toast } from '#ui/toast.ts';
import { type Change, changeLabels, changeOf, doneSentence, questionFor, undoOf } from '../rules/changes.ts';
import type { WrittenLine } from './WritersList.tsx';

/** What came of a change of several texts. */
export interface WrittenOutcome {
  readonly change: Change | undefined;
  /** The keys of those that were changed. */
  readonly changed: readonly string[];
  /** Why some were not changed, as a sentence. */
  readonly refused: string | undefined;
}

/** A toast with a way back stays longer, in milliseconds. */
const UNDO_LASTS = 10_000;

/** Sends changes of texts, after asking where that is due, and tells what came of them; `noun` as in "post". */
export function useWrittenChanges(
  lines: readonly WrittenLine[],
  selection: Selection,
  result: ActionResult<WrittenOutcome> | undefined,
  noun: string,
) {
  const submit = useSubmit();
  const { ask, dialog } = useConfirm();
  const send = useCallback(
    (change: Change, keys: readonly string[]) => {
      const data = new FormData();
      data.append('do', change);
      for (const key of keys) data.append('text', key);
      void submit(data, { method: 'post', preventScrollReset: true });
    },
    [submit],
  );
  const told = useRef<unknown>(undefined);
  useEffect(() => {
    if (!result || told.current === result) return;
    told.current = result;
    if ('failed' in result) {
      toast.error(result.failed.message);
    } else {
      selection.clear();
      tellOutcome(result.done, noun, send);
    }
  }, [result, selection, send, noun]);

  const carryOut = async (form: HTMLFormElement, data: FormData) => {
    const change = changeOf(textOf(data.get('do')));
    const keys = data.getAll('text').map(textOf);
    if (!change) return;
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    const titles = lines.filter(line => keys.includes(line.key)).map(line => line.title);
    const question = questionFor(change, titles, noun);
    if (question && !(await ask(question))) return;
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

function tellOutcome(
  { change, changed, refused }: WrittenOutcome,
  noun: string,
  send: (change: Change, keys: readonly string[]) => void,
): void {
  if (refused) toast.error(refused);
  if (!change || changed.length === 0) return;
  const sentence = doneSentence(change, changed.length, noun);
  const undo = undoOf(change);
  if (!undo) {
    toast.success(sentence);
    return;
  }
  const id = toast.success(
    <span className="flex flex-wrap items-center justify-between gap-x-4">
      {sentence}
      <button
        type="button"
        className="link min-h-11 font-display font-semibold"
        aria-label={`Undo: ${changeLabels[undo]}`}
        onClick={() => {
          toast.dismiss(id);
          send(undo, changed);
        }}
      >
        Undo
      </button>
    </span>,
    { duration: UNDO_LASTS },
  );
}
