import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useApiLater } from '#platform/pages/api-hooks.ts';
import { Failure } from '#shared/errors.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import { keepDraft, readDraft } from '#ui/local-draft.ts';
import { toast } from '#ui/toast.ts';
import { useLeavingGuard } from '#ui/use-unsaved-changes-guard.ts';
import { type TaskFailure, useTask } from '#ui/use-async-action.ts';
import type { EditValue, SiteDocument } from '../contract/index.ts';
import { type DocumentShape, fieldsOf } from '../rules/section-definitions.ts';
import { inOrder, moved, newEntry, titleOf } from '../rules/entries.ts';
import { readEditForm } from '../rules/forms.ts';
import { DocumentEntries, type Entry } from './SectionEntryList.tsx';
import { DocumentOvertaken } from './VersionConflictNotice.tsx';
import { DocumentPreview, type PreviewHandle } from './SectionPreview.tsx';
import { DocumentSaving } from './SectionSaveBar.tsx';
import { EditField } from './SectionField.tsx';

interface DocumentEditorProps {
  shape: DocumentShape;
  document: SiteDocument;
  /** What was sent without script and refused, with why. */
  refused: { readonly failed: TaskFailure; readonly value: EditValue } | undefined;
}

/** What was written and not saved, with the version that it was begun on. */
interface Draft {
  readonly version: number;
  readonly value: EditValue;
}
const draftOf = (shape: DocumentShape) => `site:${shape.key}`;

let made = 0;
const entryOf = (first: Entry['first']): Entry => ({ id: (made += 1), first });
const entriesOf = (value: EditValue): Entry[] => (Array.isArray(value) ? value.map(entryOf) : [entryOf(value)]);

const same = (one: EditValue, other: EditValue) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A document's form with the page beside it as it would be. What is typed stands in the form alone; what React keeps is
 * which entries there are. It is saved by the API, or without script by the form itself.
 */
export function DocumentEditor({ shape, document, refused }: DocumentEditorProps) {
  const api = useApiLater();
  const form = useRef<HTMLFormElement>(null);
  const preview = useRef<PreviewHandle>(null);
  const [kept, setKept] = useState(document);
  const [entries, setEntries] = useState(() => entriesOf(refused?.value ?? document.value));
  const [value, setValue] = useState<EditValue>(refused?.value ?? document.value);
  const [restored, setRestored] = useState(false);
  const [overtaken, setOvertaken] = useState(false);
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  const task = useTask();
  const { ask, dialog } = useConfirm();
  const isList = shape.entry !== undefined;
  const dirty = !same(value, kept.value);
  const failure = task.failure ?? refused?.failed;

  const data = useCallback(() => new FormData(form.current ?? undefined), []);
  const read = useCallback(() => {
    const texts = [...data()].map(([name, text]): [string, string] => [
      name,
      typeof text === 'string' ? text.replaceAll('\r\n', '\n') : '',
    ]);
    return inOrder(readEditForm(new Map(texts), fieldsOf(shape), isList), fieldsOf(shape));
  }, [data, shape, isList]);
  const fill = useCallback((next: EditValue) => {
    setEntries(entriesOf(next));
    setValue(next);
    preview.current?.follow();
  }, []);
  // After React has put the fields where they belong.
  const changed = useCallback(() => {
    setTimeout(() => {
      setValue(read());
      preview.current?.follow();
    });
  }, [read]);

  useEffect(() => {
    const draft = readDraft(draftOf(shape)) as Draft | undefined;
    if (refused || !draft || same(draft.value, document.value)) return undefined;
    const timer = setTimeout(() => {
      fill(draft.value);
      setRestored(true);
      if (draft.version !== document.version) setOvertaken(true);
    });
    return () => clearTimeout(timer);
  }, [shape, document, refused, fill]);
  useEffect(() => {
    // At once: whoever leaves right after a word loses none of it.
    if (dirty) {
      keepDraft(draftOf(shape), { version: kept.version, value } satisfies Draft);
      return undefined;
    }
    const timer = setTimeout(() => keepDraft(draftOf(shape), undefined), 300);
    return () => clearTimeout(timer);
  }, [shape, dirty, kept.version, value]);
  useLeavingGuard(dirty, ask);
  useEffect(() => {
    if (task.failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [task.failure]);

  const accept = (saved: SiteDocument) => {
    setKept({ ...saved, value: inOrder(saved.value, fieldsOf(shape)) });
    setOvertaken(false);
    setRestored(false);
    keepDraft(draftOf(shape), undefined);
  };
  const save = (version: number) =>
    task.run(async () => {
      const sent = read();
      try {
        const saved = await api().site.saveDocument({ key: shape.key, version, value: sent });
        accept(saved);
        // What was typed meanwhile is not saved yet, and stays.
        if (same(read(), sent)) fill(inOrder(saved.value, fieldsOf(shape)));
        toast.success('Saved. The site shows it now.');
      } catch (error) {
        if (!(Failure.is(error) && error.status === 409)) throw error;
        setOvertaken(true);
      }
    });
  const latest = () => api().site.readDocument({ key: shape.key });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    void save(kept.version);
  };
  const remove = (place: number) => {
    const before = read();
    const gone = Array.isArray(before) ? before[place] : undefined;
    const rest = entries.filter((_entry, other) => other !== place);
    setEntries(rest);
    changed();
    if (!gone) return;
    const undo = () => {
      toast.dismiss(told);
      setEntries(now => [...now.slice(0, place), entryOf(gone), ...now.slice(place)]);
      changed();
    };
    const told = toast.blank(
      <span className="flex items-center justify-between gap-3">
        Removed
        <button type="button" className="button" onClick={undo}>
          Undo
        </button>
      </span>,
      { duration: 8000 },
    );
  };
  const titles = Array.isArray(value) ? value.map(entry => titleOf(shape, entry)) : [];

  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <div role="tablist" aria-label="What is shown" data-needs-app="" className="flex gap-2 xl:hidden">
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
        onInput={changed}
      >
        <input type="hidden" name="document" value={shape.key} readOnly />
        <input type="hidden" name="version" value={kept.version} readOnly />
        <input type="hidden" name="page" value={Object.values(shape.pages)[0]} readOnly />
        {overtaken && (
          <DocumentOvertaken
            busy={task.busy}
            onTheirs={() =>
              void task.run(async () => {
                const saved = await latest();
                accept(saved);
                fill(inOrder(saved.value, fieldsOf(shape)));
              })
            }
            onMine={() =>
              void latest().then(
                ({ version }) => save(version),
                () => task.setFailure(UNREACHED),
              )
            }
          />
        )}
        {restored && !overtaken && (
          <p className="mb-6 flex flex-wrap items-center justify-between gap-3 border-l-2 border-accent pl-4 text-small">
            What you had not saved is back.
            <button
              type="button"
              className="button"
              onClick={() => {
                fill(kept.value);
                setRestored(false);
              }}
            >
              Discard it
            </button>
          </p>
        )}
        {isList ? (
          <DocumentEntries
            shape={shape}
            entries={entries}
            titles={titles}
            errors={failure?.fields ?? {}}
            onMove={(from, to) => {
              setEntries(moved(entries, from, to));
              changed();
            }}
            onRemove={remove}
            onAdd={() => {
              setEntries([...entries, entryOf(newEntry(shape, value))]);
              changed();
            }}
            onChange={changed}
          />
        ) : (
          <div key={entries[0]?.id} className="grid gap-6">
            {shape.fields.map(field => (
              <EditField
                key={field.name}
                shape={field}
                name={field.name}
                value={entries[0]?.first[field.name] ?? ''}
                error={failure?.fields[field.name]}
                onChange={changed}
              />
            ))}
          </div>
        )}
        <DocumentSaving busy={task.busy} dirty={dirty} failure={failure} />
      </form>
      <div
        className={`with-script xl:sticky xl:top-6 xl:h-[calc(100dvh-3rem)] xl:self-start ${tab === 'preview' ? 'h-[80dvh]' : 'max-xl:hidden'}`}
      >
        <DocumentPreview read={data} pages={shape.pages} handle={preview} />
      </div>
      {dialog}
    </div>
  );
}

const UNREACHED: TaskFailure = { message: 'The site could not be reached. Try again.', fields: {} };
