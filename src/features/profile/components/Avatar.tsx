import type { Picture } from '#shared/contract.ts';
import { pictureFile } from '#shared/paths.ts';
import { getInitials } from '#ui/Avatar.tsx';

interface PortraitProps {
  name: string;
  picture: Picture | null;
  className?: string;
}

/** Shows a large square avatar, or initials. Decorative: the name is next to it. */
export function Avatar({ name, picture, className = 'size-32' }: PortraitProps) {
  const box = `${className} shrink-0 rounded-picture bg-sunken`;
  if (picture) {
    return (
      <img
        className={`${box} object-cover`}
        src={pictureFile(picture.id, 480, 'avif')}
        alt=""
        width={480}
        height={480}
        decoding="async"
      />
    );
  }
  return (
    <span
      className={`${box} grid place-items-center border border-rule font-display text-h2 font-semibold text-ink-faint`}
      aria-hidden="true"
    >
      {getInitials(name)}
    </span>
  );
}
