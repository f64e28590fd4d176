/** A list with the entry at `from` put where `to` is. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const entry = entries[from];
  if (entry === undefined || to < 0 || to >= entries.length) return [...entries];
  const others = entries.filter((_other, place) => place !== from);
  return [...others.slice(0, to), entry, ...others.slice(to)];
}

/** The home page's parts as their field has them: `work -writing`. */
export interface ShownSection {
  readonly section: string;
  readonly shown: boolean;
}

export function readSections(text: string): ShownSection[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map(word => ({ section: word.replace(/^-/, ''), shown: !word.startsWith('-') }));
}

export function writeSections(sections: readonly ShownSection[]): string {
  return sections.map(({ section, shown }) => (shown ? section : `-${section}`)).join(' ');
}
