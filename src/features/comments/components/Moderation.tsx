import { Ban, Check, CircleSlash, Flag, type LucideIcon, RotateCcw, Trash2 } from 'lucide-react';
import { type FormEvent, type FormEventHandler, useCallback, useEffect, useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnChoice } from '#ui/table/ColumnChoice.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { menuItem, RowMenu } from '#ui/table/RowMenu.tsx';
import { type Selection, useSelection } from '#ui/table/selection.ts';
import { TableEmpty, tableHref, TableStatus, TableTools } from '#ui/table/TableTools.tsx';
import { Pager } from '#ui/Pager.tsx';
import { toast } from '#ui/toast.ts';
import type { AddressQuery } from '#ui/use-fields-of-address.ts';
import type { Decision, ModeratedComment } from '../contract/shapes.ts';
import { decisionLabels, decisionOf, decisions, decisionsFor, doneSentence, undoOf } from '../rules/moderation.ts';
import { moderationColumns, moderationFilters, moderationSortOptions } from './CommentColumns.tsx';

/** What came of decisions about one or several comments. */
export interface ModerationOutcome {
  readonly decision: Decision | undefined;
  readonly changed: readonly number[];
  /** Why some were not changed, as a sentence. */
  readonly refused: string | undefined;
}

/** A toast with a way back stays longer, in milliseconds. */
const UNDO_LASTS = 10_000;

const icons: Readonly<Record<Decision, LucideIcon>> = {
  approve: Check,
  hold: CircleSlash,
  remove: Trash2,
  spam: Ban,
  restore: RotateCcw,
  'dismiss-reports': Flag,
};

const decisionOptions = decisions.map(decision => ({ value: decision, label: decisionLabels[decision] }));

interface ModerationProps {
  list: { items: ModeratedComment[]; total: number; page: number; pageSize: number };
  query: AddressQuery;
  result: ActionResult<ModerationOutcome> | undefined;
}

/** All comments for the owner, with what can be decided about them; what waits stands on top. */
export function Moderation({ list: { items, total, page, pageSize }, query, result }: ModerationProps) {
  const selection = useSelection(
    'bulk',
    'comment',
    items.map(({ id }) => String(id)),
  );
  const { shown, choice } = useColumnChoice('comments', moderationColumns);
  const onSubmit = useDecisions(selection, result);
  const narrowed = Boolean(query.search || query.state);
  return (
    <>
      <TableTools
        path={dashboardPaths.comments}
        query={query}
        searchLabel="Text, name or e-mail"
        filters={moderationFilters}
        sorts={moderationSortOptions}
      >
        {choice}
      </TableTools>
      <TableStatus path={dashboardPaths.comments} query={query} total={total} noun={['comment', 'comments']} />
      <Refused result={result} />
      {total === 0 && (
        <TableEmpty title={narrowed ? 'No comment matches that.' : 'Nobody has commented yet.'}>
          {narrowed
            ? 'Try another word, or fewer filters.'
            : 'What people say below your posts and projects comes here. Somebody’s first comment waits for you.'}
        </TableEmpty>
      )}
      {total > 0 && items.length === 0 && <TableEmpty title="The list ends before this page." />}
      {items.length > 0 && (
        <>
          <DataTable
            caption="Comments"
            columns={shown}
            rows={items}
            keyOf={comment => String(comment.id)}
            labelOf={comment => `the comment by ${nameOf(comment)}`}
            sort={query.sort ?? 'waiting'}
            hrefOfSort={sort => tableHref(dashboardPaths.comments, { ...query, sort }, 'waiting')}
            selection={selection}
            renderActions={comment => <DecisionMenu comment={comment} onSubmit={onSubmit} />}
          />
          <BulkActions
            form={selection.form}
            chosen={selection.chosen.size}
            options={decisionOptions}
            first="approve"
            onSubmit={onSubmit}
          />
        </>
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        hrefOf={number => tableHref(dashboardPaths.comments, query, 'waiting', number)}
      />
    </>
  );
}

const nameOf = ({ author }: ModeratedComment) => author?.name ?? 'a deleted account';

function DecisionMenu({
  comment,
  onSubmit,
}: {
  comment: ModeratedComment;
  onSubmit: FormEventHandler<HTMLFormElement>;
}) {
  const possible = decisionsFor({ state: comment.state, reports: comment.reports.length });
  return (
    <RowMenu id={`comment-${comment.id}-menu`} label={`Actions for the comment by ${nameOf(comment)}`}>
      <Form method="post" preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="comment" value={comment.id} />
        {possible.map(decision => {
          const Icon = icons[decision];
          return (
            <button key={decision} type="submit" name="do" value={decision} className={menuItem}>
              <Icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
              {decisionLabels[decision]}
            </button>
          );
        })}
      </Form>
    </RowMenu>
  );
}

/** What came of a form that was sent without script, and what was refused in any case. */
function Refused({ result }: { result: ActionResult<ModerationOutcome> | undefined }) {
  if (!result) return null;
  const refused = 'failed' in result ? result.failed.message : result.done.refused;
  const { decision, changed } = 'done' in result ? result.done : { decision: undefined, changed: [] };
  return (
    <>
      {refused && (
        <p role="alert" className="mb-4 border-l-2 border-danger pl-4 text-small">
          {refused}
        </p>
      )}
      {decision && changed.length > 0 && (
        <output className="mb-4 block border-l-2 border-accent pl-4 text-small">
          {doneSentence(decision, changed.length)}
        </output>
      )}
    </>
  );
}

/** Sends decisions, and tells what came of them with the way back. */
function useDecisions(selection: Selection, result: ActionResult<ModerationOutcome> | undefined) {
  const submit = useSubmit();
  const send = useCallback(
    (decision: string, ids: readonly string[]) => {
      const data = new FormData();
      data.append('do', decision);
      for (const id of ids) data.append('comment', id);
      void submit(data, { method: 'post', preventScrollReset: true });
    },
    [submit],
  );
  const told = useRef<unknown>(undefined);
  useEffect(() => {
    if (!result || told.current === result) return;
    told.current = result;
    if ('failed' in result) return;
    selection.clear();
    tellOutcome(result.done, send);
  }, [result, selection, send]);
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form, (event.nativeEvent as SubmitEvent).submitter);
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    const decision = data.get('do');
    const ids = data.getAll('comment').filter(id => typeof id === 'string');
    if (typeof decision === 'string' && decisionOf(decision)) send(decision, ids);
  };
}

function tellOutcome(
  { decision, changed }: ModerationOutcome,
  send: (decision: Decision, ids: string[]) => void,
): void {
  if (!decision || changed.length === 0) return;
  const sentence = doneSentence(decision, changed.length);
  const undo = undoOf(decision);
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
        aria-label={`Undo: ${decisionLabels[undo]}`}
        onClick={() => {
          toast.dismiss(id);
          send(undo, changed.map(String));
        }}
      >
        Undo
      </button>
    </span>,
    { duration: UNDO_LASTS },
  );
}
