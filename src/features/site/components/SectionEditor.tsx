import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { ApiError } from '#shared/errors.ts';
import { readLocalDraft, saveLocalDraft, useStoredDraft } from '#ui/local-draft.ts';
import { RestoredDraftNotice } from '#ui/RestoredDraftNotice.tsx';
import { toast } from '#ui/toast.ts';
import { useUnsavedChanges } from '#ui/unsaved-changes.ts';
import { type FormError, useAsyncAction } from '#ui/use-async-action.ts';
import { moveItem } from '#ui/use-reorder.ts';
import type { SectionFormValue, SiteSection } from '../contract/index.ts';
import type { SectionDefinition } from '../rules/section-definitions.ts';
import { orderFields, createEntryValue, getEntryTitle, parseSectionFormData } from '../rules/entries.ts';
import { SectionEntryList, type Entry } from './SectionEntryList.tsx';
import { SectionPreview, type PreviewHandle } from './SectionPreview.tsx';
import { EditField } from './SectionField.tsx';

/** Unsaved values, with the version they are based on. */
type Draft = Pick<SiteSection, 'version' | 'value'>;

let entryCount = 0;
const createEntry = (initial: Entry['initial']): Entry => ({ id: (entryCount += 1), initial });
const createEntries = (value: SectionFormValue): Entry[] =>
  Array.isArray(value) ? value.map(createEntry) : [createEntry(value)];

const isEqualValue = (one: SectionFormValue, other: SectionFormValue) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Renders a section's form next to a live preview. Field values live in the form only; React tracks the list entries.
 */
export function SectionEditor({ shape, document }: { shape: SectionDefinition; document: SiteSection }) {
  const api = useLazyApi();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const preview = useRef<PreviewHandle>(null);
  const undoToasts = useRef<string[]>([]);
  const [initial] = useState(document);
  const [stored, setStored] = useState(document);
  const [entries, setEntries] = useState(() => createEntries(document.value));
  const [sentEntries, setSentEntries] = useState(entries);
  const [value, setValue] = useState(document.value);
  const [restored, setRestored] = useState(false);
  const [hasConflict, setHasConflict] = useState(false);
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  const task = useAsyncAction();
  const draftKey = `site:${shape.key}`;
  const dirty = !isEqualValue(value, stored.value);

  const data = useCallback(() => new FormData(form.current ?? undefined), []);
  const readForm = useCallback(() => {
    const texts = [...data()].map(([name, text]): [string, string] => [
      name,
      typeof text === 'string' ? text.replaceAll('\r\n', '\n') : '',
    ]);
    return orderFields(parseSectionFormData(new Map(texts), shape), shape);
  }, [data, shape]);
  const fill = useCallback((next: SectionFormValue) => {
    setEntries(createEntries(next));
    setValue(next);
    preview.current?.scheduleUpdate();
  }, []);
  // After React has updated the fields.
  const onFormChange = useCallback(() => {
    setTimeout(() => {
      setValue(readForm());
      preview.current?.scheduleUpdate();
    });
  }, [readForm]);

  useEffect(() => {
    const draft = readLocalDraft(draftKey) as Draft | undefined;
    if (!draft || isEqualValue(draft.value, initial.value)) return undefined;
    const timer = setTimeout(() => {
      fill(draft.value);
      setRestored(true);
      if (draft.version !== initial.version) setHasConflict(true);
    });
    return () => clearTimeout(timer);
  }, [draftKey, initial, fill]);
  useStoredDraft(draftKey, dirty ? ({ version: stored.version, value } satisfies Draft) : undefined);
  useUnsavedChanges(dirty, true);
  useEffect(() => () => undoToasts.current.forEach(toast.dismiss), []);
  useEffect(() => {
    if (task.failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [task.failure]);

  const accept = (saved: SiteSection) => {
    setStored({ ...saved, value: orderFields(saved.value, shape) });
    setHasConflict(false);
    setRestored(false);
    saveLocalDraft(draftKey, undefined);
  };
  const save = (version: number) =>
    task.run(async () => {
      const sent = readForm();
      setSentEntries(entries);
      try {
        const saved = await api().site.updateSection({ key: shape.key, version, value: sent });
        accept(saved);
        const savedValue = orderFields(saved.value, shape);
        // Keep text typed during the request; it is not saved yet. New fields would lose the focus.
        if (isEqualValue(readForm(), sent) && !isEqualValue(savedValue, sent)) fill(savedValue);
        toast.success('Changes saved');
        void revalidate();
      } catch (error) {
        if (!(ApiError.is(error) && error.status === 409)) throw error;
        setHasConflict(true);
      }
    });
  const fetchLatest = () => api().site.getSection({ key: shape.key });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save(stored.version);
  };
  const remove = (index: number) => {
    const before = readForm();
    const removed = Array.isArray(before) ? before[index] : undefined;
    const rest = entries.filter((_entry, other) => other !== index);
    setEntries(rest);
    onFormChange();
    if (!removed) return;
    const undo = () => {
      toast.dismiss(toastId);
      setEntries(now => [...now.slice(0, index), createEntry(removed), ...now.slice(index)]);
      onFormChange();
    };
    const toastId = toast.blank(
      <span className="flex items-center justify-between gap-3">
        Entry removed
        <button type="button" className="button" onClick={undo}>
          Undo
        </button>
      </span>,
      { duration: 8000 },
    );
    undoToasts.current.push(toastId);
  };
  const titles = Array.isArray(value) ? value.map(entry => getEntryTitle(shape, entry)) : [];

  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <div role="tablist" aria-label="View" className="flex gap-2 xl:hidden">
        {(['edit', 'preview'] as const).map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab === name}
            className="button flex-1 capitalize aria-selected:border-accent aria-selected:bg-accent-wash"
            onClick={() => setTab(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <form
        ref={form}
        method="post"
        noValidate
        aria-label={shape.title}
        className={tab === 'edit' ? 'min-w-0' : 'hidden min-w-0 xl:block'}
        onSubmit={submit}
        onInput={onFormChange}
      >
        <input type="hidden" name="document" value={shape.key} readOnly />
        {restored && !hasConflict && (
          <div className="mb-6">
            <RestoredDraftNotice
              onDiscard={() => {
                fill(stored.value);
                setRestored(false);
              }}
            />
          </div>
        )}
        {shape.entry ? (
          <SectionEntryList
            shape={shape}
            entries={entries}
            sentEntries={sentEntries}
            titles={titles}
            errors={task.failure?.fields ?? {}}
            onMove={(from, to) => {
              setEntries(moveItem(entries, from, to));
              onFormChange();
            }}
            onRemove={remove}
            onAdd={() => {
              setEntries([...entries, createEntry(createEntryValue(shape, value))]);
              onFormChange();
            }}
            onChange={onFormChange}
          />
        ) : (
          <div key={entries[0]?.id} className="grid gap-6">
            {shape.fields.map(field => (
              <EditField
                key={field.name}
                shape={field}
                name={field.name}
                value={entries[0]?.initial[field.name] ?? ''}
                error={task.failure?.fields[field.name]}
                onChange={onFormChange}
              />
            ))}
          </div>
        )}
        <SectionSaveBar busy={task.busy} dirty={dirty} failure={task.failure}>
          {hasConflict && (
            <VersionConflictNotice
              busy={task.busy}
              onReload={() =>
                void task.run(async () => {
                  const saved = await fetchLatest();
                  accept(saved);
                  fill(orderFields(saved.value, shape));
                })
              }
              onOverwrite={() =>
                void fetchLatest().then(
                  ({ version }) => save(version),
                  () => task.setFailure(UNREACHED),
                )
              }
            />
          )}
        </SectionSaveBar>
      </form>
      <div
        className={`xl:sticky xl:top-6 xl:h-[calc(100dvh-3rem)] xl:self-start ${tab === 'preview' ? 'h-[80dvh]' : 'max-xl:hidden'}`}
      >
        <SectionPreview read={data} pages={shape.pages} handle={preview} />
      </div>
    </div>
  );
}

const UNREACHED: FormError = { message: 'Can’t reach the site. Check your connection and try again.', fields: {} };

type VersionConflictProps = { busy: boolean; onReload: () => void; onOverwrite: () => void };

/** Warns that a newer version was saved, and lets the owner choose which one to keep. */
function VersionConflictNotice({ busy, onReload, onOverwrite }: VersionConflictProps) {
  return (
    <div role="alert" className="mb-4 border-l-2 border-danger pl-4 text-small">
      <p>This section was changed in another tab or by someone else. Your changes are still here but not saved.</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button" aria-disabled={busy || undefined} onClick={onOverwrite}>
          Save my version
        </button>
        <button type="button" className="button button-danger" aria-disabled={busy || undefined} onClick={onReload}>
          Discard my changes
        </button>
      </p>
    </div>
  );
}

type SaveBarProps = { busy: boolean; dirty: boolean; failure: FormError | undefined; children: ReactNode };

/** Renders the form's footer: its error or a notice, the save button and the status. */
function SectionSaveBar({ busy, dirty, failure, children }: SaveBarProps) {
  const errorCount = failure ? Object.keys(failure.fields).length : 0;
  return (
    <div className="sticky-footer sticky bottom-0 z-10 mt-8 border-t border-rule bg-ground py-4">
      {children}
      {failure && (
        <p role="alert" className="mb-3 text-small text-danger">
          {errorCount > 1 ? `${errorCount} fields need your attention.` : failure.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <button type="submit" className="button button-primary" aria-disabled={busy || undefined}>
          {busy ? 'Saving…' : 'Save changes'}
        </button>
        <output className="hint">
          {busy ? '' : dirty ? 'Unsaved changes. This browser stores them as a draft.' : 'All changes saved.'}
        </output>
      </div>
    </div>
  );
}
