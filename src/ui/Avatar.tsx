import type { Picture } from '#shared/contract.ts';
import { AvatarImage } from './Picture.tsx';

/** Returns the initials of a name's first and last word. */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map(word => /^./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('en');
}

/** Shows a person's portrait or initials. Decorative: the name is next to it. */
export function Avatar({ name, picture }: { name: string; picture: Picture | null }) {
  if (picture) return <AvatarImage picture={picture} />;
  return (
    <span
      className="grid size-11 shrink-0 place-items-center rounded-full border border-rule bg-raised font-display text-small font-semibold text-ink-soft"
      aria-hidden="true"
    >
      {getInitials(name)}
    </span>
  );
}
