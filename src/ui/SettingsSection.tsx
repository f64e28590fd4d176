import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  /** Anchor ID; the heading's ID adds `-title`. */
  id?: string;
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** A section of a settings page: description on the left, controls on the right. */
export function SettingsSection({ id, title, description, children }: SettingsSectionProps) {
  const ownId = useId();
  const titleId = `${id ?? ownId}-title`;
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid gap-x-16 gap-y-7 border-t border-rule py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:py-14"
    >
      <div>
        <h2 id={titleId} className="text-h3">
          {title}
        </h2>
        <div className="mt-2 max-w-[23em] text-small text-pretty text-ink-soft">{description}</div>
      </div>
      <div className="min-w-0 max-w-[32rem] [&>form]:mt-0">{children}</div>
    </section>
  );
}
