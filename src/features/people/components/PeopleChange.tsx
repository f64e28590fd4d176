import { type FormEvent, useCallback, useEffect, useRef } from 'react';
import { useSubmit } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import type { Selection } from '#ui/table/selection.ts';
import { toast } from '#ui/toast.ts';
import type { Person } from '../contract.ts';
import { type Change, changeLabels, changeOf, doneSentence, namesInWords, questionFor, undoOf } from '../rules.ts';
import type { PeopleOutcome } from './Outcome.tsx';

/** A toast with a way back stays longer, in milliseconds. */
const UNDO_LASTS = 10_000;

/** Sends changes of people, after asking where that is due, and tells what came of them. */
export function usePeopleChange(
  people: readonly Person[],
  selection: Selection,
  result: ActionResult<PeopleOutcome> | undefined,
) {
  const submit = useSubmit();
  const { ask, dialog } = useConfirm();
  const send = useCallback(
    (change: Change, ids: readonly string[]) => {
      const data = new FormData();
      data.append('do', change);
      for (const id of ids) data.append('person', id);
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
      tellOutcome(result.done, send);
    }
  }, [result, selection, send]);

  const carryOut = async (form: HTMLFormElement, data: FormData) => {
    const change = changeOf(textOf(data.get('do')));
    const ids = data.getAll('person').map(textOf);
    if (!change) return;
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    const names = people.filter(person => ids.includes(person.id)).map(person => person.name);
    const question = questionFor(change, names);
    if (question && !(await ask(question))) return;
    send(change, ids);
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

function tellOutcome({ change, changed, refused }: PeopleOutcome, send: (change: Change, ids: string[]) => void): void {
  if (refused) toast.error(refused);
  if (!change || changed.length === 0) return;
  const several = changed.length > 1;
  const sentence = doneSentence(change, namesInWords(changed.map(person => person.name)), several);
  const undo = undoOf(change, several);
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
          send(
            undo,
            changed.map(person => person.id),
          );
        }}
      >
        Undo
      </button>
    </span>,
    { duration: UNDO_LASTS },
  );
}
