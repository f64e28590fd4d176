import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useEffect, useRef, useState } from 'react';
import { homeSectionNames } from '../contract/options.ts';
import { moveEntry, parseHomeSections, type HomeSectionState, formatHomeSections } from '../rules/entries.ts';
import type { SectionFieldProps } from '../rules/section-definitions.ts';

const nameOf = (section: string) => homeSectionNames[section as keyof typeof homeSectionNames] ?? section;

/** Selects and orders the sections of the home page. */
export function HomeSectionsField({ shape, name, value, error, onChange }: SectionFieldProps) {
  const [sections, setSections] = useState<readonly HomeSectionState[]>(() => parseHomeSections(value));
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string>(undefined);
  const change = (next: readonly HomeSectionState[]) => {
    setSections(next);
    onChange();
  };
  useEffect(() => {
    if (focus.current) list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = undefined;
  });
  const move = (from: number, to: number) => {
    const section = sections[from];
    if (!section || to < 0 || to >= sections.length) return;
    const edge = to === 0 ? 'down' : to === sections.length - 1 ? 'up' : to < from ? 'up' : 'down';
    focus.current = `[data-move="${section.section} ${edge}"]`;
    setSaid(`${nameOf(section.section)} is now ${to + 1} of ${sections.length}.`);
    change(moveEntry(sections, from, to));
  };
  return (
    <fieldset>
      <legend className="mb-1 font-display text-small font-semibold">{shape.label}</legend>
      <input type="hidden" name={name} value={formatHomeSections(sections)} readOnly />
      <ol ref={list}>
        {sections.map(({ section, shown }, place) => (
          <li key={section} className="flex items-center gap-2 border-t border-rule py-1 first:border-t-0">
            <label className="flex min-h-11 flex-1 items-center gap-3 text-small">
              <input
                type="checkbox"
                className="size-5"
                checked={shown}
                onChange={event =>
                  change(
                    sections.map(entry =>
                      entry.section === section ? { section, shown: event.target.checked } : entry,
                    ),
                  )
                }
              />
              {nameOf(section)}
            </label>
            {(['up', 'down'] as const).map(way => {
              const to = way === 'up' ? place - 1 : place + 1;
              const Arrow = way === 'up' ? ArrowUp : ArrowDown;
              return (
                <button
                  key={way}
                  type="button"
                  data-move={`${section} ${way}`}
                  aria-label={`Move ${nameOf(section)} ${way}`}
                  disabled={to < 0 || to >= sections.length}
                  className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink disabled:text-rule-strong disabled:hover:bg-transparent"
                  onClick={() => move(place, to)}
                >
                  <Arrow className="size-4.5" aria-hidden="true" />
                </button>
              );
            })}
          </li>
        ))}
      </ol>
      <p className="meta mt-1.5">A part without content is left out by itself.</p>
      <output className="sr-only">{said}</output>
      {error && <p className="mt-1.5 text-small text-danger">{error}</p>}
    </fieldset>
  );
}
