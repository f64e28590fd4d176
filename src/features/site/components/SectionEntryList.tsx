import ChevronRight from 'lucide-react/icons/chevron-right';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { type PointerEvent, type ReactNode, type RefObject, useState } from 'react';
import { ReorderButtons } from '#ui/ReorderButtons.tsx';
import { useRowFocus } from '#ui/use-row-focus.ts';
import { useMoves } from '../hooks/use-moves.ts';
import type { SectionDefinition } from '../rules/section-definitions.ts';
import { EditField } from './SectionField.tsx';

/** A list entry with the initial values of its fields. */
export interface Entry {
  readonly id: number;
  readonly initial: Readonly<Record<string, string>>;
}

interface DocumentEntriesProps {
  shape: SectionDefinition;
  entries: readonly Entry[];
  /** The entries in the order of the last submission, which `errors` refers to. */
  sentEntries: readonly Entry[];
  /** Current titles of the entries. */
  titles: readonly string[];
  errors: Readonly<Record<string, string>>;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  onAdd: () => void;
  onChange: () => void;
}

const toolClass = 'grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink';

const SHORT = ['text', 'number', 'select', 'switch', 'hidden', 'url'];

/** Lists the entries with their fields; they can be moved by buttons or dragging, and removed. */
export function SectionEntryList(props: DocumentEntriesProps) {
  const { shape, entries, titles } = props;
  const name = shape.entry?.name ?? 'entry';
  const list = useRowFocus<HTMLOListElement>(entries.length);
  const { announcement, move } = useMoves(entries.length, props.onMove);
  const moveEntry = (from: number, to: number) => move(titles[from] || name, from, to);
  const drag = useDragReorder(list, moveEntry);
  return (
    <div>
      <ol ref={list} className="grid grid-cols-1">
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            className={`relative border-t border-rule py-4 ${
              drag.over === index && drag.from !== index
                ? 'before:absolute before:inset-x-0 before:-top-px before:border-t-2 before:border-accent'
                : ''
            } ${drag.from === index ? 'opacity-50' : ''}`}
          >
            <EntryFields
              {...props}
              entry={entry}
              index={index}
              tools={
                <div className="flex shrink-0 items-center">
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-hidden="true"
                    className={`${toolClass} cursor-grab touch-none active:cursor-grabbing max-sm:hidden`}
                    onPointerDown={event => drag.start(event, index)}
                  >
                    <GripVertical className="size-4.5" aria-hidden="true" />
                  </button>
                  <ReorderButtons
                    itemLabel={titles[index] || name}
                    index={index}
                    count={entries.length}
                    onMove={by => moveEntry(index, index + by)}
                  />
                  {!shape.entry?.fixed && (
                    <button
                      type="button"
                      aria-label={`Remove ${titles[index] || name}`}
                      className={`${toolClass} hover:text-danger`}
                      onClick={() => props.onRemove(index)}
                    >
                      <Trash2 className="size-4.5" aria-hidden="true" />
                    </button>
                  )}
                </div>
              }
            />
          </li>
        ))}
      </ol>
      {entries.length === 0 && (
        <p className="border-t border-rule py-6 text-small text-ink-soft">
          Nothing here yet. This section appears on your site when you add the first {name}.
        </p>
      )}
      {!shape.entry?.fixed && (
        <button type="button" data-add-row="" className="button mt-2" onClick={props.onAdd}>
          <Plus className="size-4" aria-hidden="true" /> Add {name}
        </button>
      )}
      <output className="sr-only">{announcement}</output>
    </div>
  );
}

type EntryFieldsProps = DocumentEntriesProps & { entry: Entry; index: number; tools: ReactNode };

/** Short entries are expanded; long ones are collapsed under their title, unless they have errors. */
function EntryFields({ shape, entry, sentEntries, index, titles, errors, onChange, tools }: EntryFieldsProps) {
  const sentIndex = sentEntries.indexOf(entry);
  const hasErrors = Object.keys(errors).some(name => name.startsWith(`${sentIndex}.`));
  const empty = Object.values(entry.initial).every(value => value === '');
  const short = shape.fields.every(field => SHORT.includes(field.kind));
  const [open, setOpen] = useState(empty);
  const fields = shape.fields.map(field => {
    return (
      <EditField
        key={field.name}
        shape={field}
        name={`${index}.${field.name}`}
        value={entry.initial[field.name] ?? ''}
        error={errors[`${sentIndex}.${field.name}`]}
        onChange={onChange}
      />
    );
  });
  if (short) {
    return (
      <div className="flex flex-wrap items-start gap-x-3">
        <div className="grid min-w-60 flex-1 items-start gap-4 sm:grid-cols-2 [&>:first-child]:sm:col-span-2 [&>:nth-child(2):last-child]:sm:col-span-2">
          {fields}
        </div>
        <div className="pt-6">{tools}</div>
      </div>
    );
  }
  return (
    <div className="relative">
      <details open={open || hasErrors} onToggle={event => setOpen(event.currentTarget.open)} className="group">
        <summary className="mr-34 flex min-h-11 cursor-pointer items-center gap-3 sm:mr-46 [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4.5 shrink-0 text-ink-faint group-open:rotate-90" aria-hidden="true" />
          <span className="min-w-0 flex-1 font-display font-semibold group-open:text-accent">
            <span className="block truncate">{titles[index] || `New ${shape.entry?.name ?? 'entry'}`}</span>
            {hasErrors && (
              <span className="block text-small font-normal text-danger">Some fields need your attention</span>
            )}
          </span>
        </summary>
        <div className="mt-4 grid gap-5">{fields}</div>
      </details>
      {/* Outside of the summary: interactive elements can't be nested. */}
      <div className="absolute top-0 right-0">{tools}</div>
    </div>
  );
}

/** Reorders by dragging the handle with a mouse, pen or finger: shows the target position and moves on release. */
function useDragReorder(list: RefObject<HTMLElement | null>, drop: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>();
  const [over, setOver] = useState<number>();
  const start = (event: PointerEvent, index: number) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const listeners = new AbortController();
    let target = index;
    setFrom(index);
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].map(row => row.getBoundingClientRect());
      const below = rows.findIndex(({ top, height }) => clientY < top + height / 2);
      const gap = below === -1 ? rows.length : below;
      target = gap > index ? gap - 1 : gap;
      setOver(gap);
    };
    const end = (isDropped: boolean) => {
      listeners.abort();
      setFrom(undefined);
      setOver(undefined);
      if (isDropped) drop(index, target);
    };
    const { signal } = listeners;
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', () => end(true), { signal });
    addEventListener('pointercancel', () => end(false), { signal });
    addEventListener('keydown', key => key.key === 'Escape' && end(false), { signal });
  };
  return { from, over, start };
}
