import { useState } from 'react';
import { ReorderButtons } from '#ui/ReorderButtons.tsx';
import { moveItem } from '#ui/use-reorder.ts';
import { homeSectionNames } from '../contract/options.ts';
import { useMoves } from '../hooks/use-moves.ts';
import { parseHomeSections, type HomeSectionState, formatHomeSections } from '../rules/entries.ts';
import type { SectionFieldProps } from '../rules/section-definitions.ts';

const nameOf = (section: string) => homeSectionNames[section as keyof typeof homeSectionNames] ?? section;

/** Selects and orders the sections of the home page. */
export function HomeSectionsField({ shape, name, value, error, onChange }: SectionFieldProps) {
  const [sections, setSections] = useState<readonly HomeSectionState[]>(() => parseHomeSections(value));
  const change = (next: readonly HomeSectionState[]) => {
    setSections(next);
    onChange();
  };
  const { list, said, move } = useMoves(sections.length, (from, to) => change(moveItem(sections, from, to)));
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
                onChange={event => change(sections.with(place, { section, shown: event.target.checked }))}
              />
              {nameOf(section)}
            </label>
            <ReorderButtons
              value={section}
              itemLabel={nameOf(section)}
              index={place}
              count={sections.length}
              onMove={by => move(section, nameOf(section), place, place + by)}
            />
          </li>
        ))}
      </ol>
      <p className="meta mt-1.5">A part without content is left out by itself.</p>
      <output className="sr-only">{said}</output>
      {error && <p className="mt-1.5 text-small text-danger">{error}</p>}
    </fieldset>
  );
}
