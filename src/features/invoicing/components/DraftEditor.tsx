import { type FormEvent, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { EditorNotices, SaveStatus } from '#features/publishing/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { Autosave, useAutosave } from '#ui/autosave.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextField } from '#ui/TextField.tsx';
import { type DraftContent, MAX_DRAFT_NOTES_LENGTH } from '../contract/constants.ts';
import type { Draft } from '../contract/index.ts';
import type { PriceListItem } from '#features/pricing/browser.ts';
import { readDraft } from '../rules/read-draft.ts';
import { listTotals } from '../rules/totals.ts';
import { DraftLines } from './DraftLines.tsx';
import { DraftSchedule, RunningSchedule } from './DraftSchedule.tsx';

interface DraftEditorProps {
  draft: Draft;
  currencies: readonly { readonly code: string; readonly name: string }[];
  prices: readonly PriceListItem[];
  failure: FailedSubmission | undefined;
}

/** Edits a draft and saves it automatically. */
export function DraftEditor({ draft, currencies, prices, failure }: DraftEditorProps) {
  const api = useLazyApi();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setChecked] = useState(failure !== undefined);
  const loadLatest = async () => {
    const latest = await api().invoicing.getDraft({ id: draft.id });
    return { content: latest.content, version: latest.version };
  };
  const autosave = useMemo(
    () =>
      new Autosave<DraftContent>({
        key: () => `invoice ${draft.id}`,
        content: draft.content,
        version: draft.version,
        save: async (content, version) =>
          (await api().invoicing.updateDraft({ id: draft.id, version, content })).version,
        load: loadLatest,
      }),
    // Created once per draft, so autosave survives rerenders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [draft.id],
  );
  const snapshot = useAutosave(autosave);
  const { content, state } = snapshot;
  const { client, taxes, taxReason, schedule } = draft;
  const { charges, problems } = readDraft(content, { client, taxes });
  /** Returns the problem of a field; that of an empty field only after the owner tried to continue. */
  const problemOf = (field: string, value: string) => (isChecked || value.trim() !== '' ? problems[field] : undefined);
  const field = (name: 'dueDays' | 'serviceFrom' | 'serviceUntil' | 'discount') => ({
    name,
    value: content[name],
    error: problemOf(name, content[name]),
    onChange: (event: FormEvent<HTMLInputElement>) => autosave.change({ [name]: event.currentTarget.value }),
  });
  /** Saves, and returns whether all fields are valid. Otherwise moves the focus to the first problem. */
  const finish = async () => {
    setChecked(true);
    if (Object.keys(problems).length === 0) return autosave.flush();
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus(),
    );
    return false;
  };
  const review = async (event: FormEvent) => {
    event.preventDefault();
    if (await finish()) await navigate(dashboardPaths.reviewDraft(draft.id));
  };
  const changeClient = async () => {
    if (await autosave.flush()) await navigate(dashboardPaths.changeDraftClient(draft.id));
  };
  if (schedule && schedule.nextOn !== null && !schedule.isPaused) return <RunningSchedule draft={draft} />;
  const generalProblem = isChecked ? problems.lines : undefined;
  const hasTaxes = taxes.some(({ tax }) => tax.basisPoints > 0);
  return (
    <div className="max-w-[52rem]">
      <form ref={form} noValidate onSubmit={event => void review(event)}>
        <EditorNotices {...{ autosave, snapshot, loadLatest }} noun="draft" hasHistory={false} />
        <section aria-label="Client" className="border-y border-rule py-4 text-small">
          <h2 className="hint">Bill to</h2>
          <p className="font-display font-semibold">
            <Link className="link" to={dashboardPaths.client(client.id)}>
              {client.name}
            </Link>
          </p>
          {client.email === null ? (
            <p className="mt-1 text-danger">
              {problems.client}{' '}
              <Link className="link" to={dashboardPaths.editClient(client.id)}>
                Edit client
              </Link>
            </p>
          ) : (
            <p className="text-ink-soft [overflow-wrap:anywhere]">{client.email}</p>
          )}
          <button type="button" className="link min-h-11 text-ink-soft" onClick={() => void changeClient()}>
            Change client
          </button>
        </section>
        <DraftLines
          lines={content.lines}
          currency={content.currency}
          taxes={taxes}
          prices={prices}
          problemOf={problemOf}
          onChange={lines => autosave.change({ lines })}
        />
        {generalProblem && (
          <p role="alert" tabIndex={-1} className="mt-3 text-small text-danger">
            {generalProblem}
          </p>
        )}
        <div className="mt-6 grid gap-x-10 gap-y-6 sm:grid-cols-2">
          <TextField
            label="Discount on all lines (optional)"
            hint="An amount, or a percentage such as 10%."
            inputMode="decimal"
            maxLength={30}
            autoComplete="off"
            {...field('discount')}
          />
          <Totals charges={charges} currency={content.currency} />
        </div>
        {taxReason !== null && <p className="hint mt-4">Tax: {taxReason}</p>}
        <h2 className="mt-10 border-t border-rule-strong pt-4 text-h4">Details</h2>
        <div className="mt-4 grid gap-6 sm:grid-cols-3">
          <TextField label="Due in days" inputMode="numeric" maxLength={3} autoComplete="off" {...field('dueDays')} />
          <TextField
            label="Service from (optional)"
            hint="Printed on the invoice."
            type="date"
            {...field('serviceFrom')}
          />
          <TextField
            label="Service until (optional)"
            hint="Leave empty for a delivery date."
            type="date"
            {...field('serviceUntil')}
          />
          {hasTaxes && (
            <SelectField
              label="Prices"
              name="taxBehavior"
              options={{ exclusive: 'Exclude tax', inclusive: 'Include tax' }}
              value={content.taxBehavior}
              onChange={event => autosave.change({ taxBehavior: event.target.value as 'exclusive' })}
            />
          )}
          <SelectField
            label="Currency"
            name="currency"
            options={Object.fromEntries(currencies.map(({ code, name }) => [code, `${code}, ${name}`]))}
            value={content.currency}
            onChange={event => autosave.change({ currency: event.target.value })}
          />
        </div>
        <div className="mt-6">
          <TextArea
            label="Note to the client (optional)"
            name="notes"
            maxLength={MAX_DRAFT_NOTES_LENGTH}
            value={content.notes}
            onChange={event => autosave.change({ notes: event.target.value })}
          />
        </div>
        <div className="sticky-footer sticky bottom-0 z-10 mt-6 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-rule bg-ground py-4">
          {!schedule && (
            <button type="submit" className="button button-primary">
              Review invoice
            </button>
          )}
          <SaveStatus state={state} />
        </div>
      </form>
      <DraftSchedule
        draft={draft}
        failure={failure}
        save={async () => ((await finish()) ? autosave.getSnapshot().version : undefined)}
      />
    </div>
  );
}

function Totals({ charges, currency }: { charges: ReturnType<typeof readDraft>['charges']; currency: string }) {
  if (!charges) return null;
  return (
    <dl aria-label="Totals" className="self-end">
      {listTotals(charges, currency).map(({ label, amount }) => (
        <div
          key={label}
          className="flex items-baseline justify-between gap-6 py-1 text-small last:mt-1 last:border-t last:border-rule-strong last:pt-2 last:font-semibold"
        >
          <dt>{label}</dt>
          <dd className="font-mono text-meta tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
