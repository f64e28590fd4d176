import type { ReactNode } from 'react';

const tones = {
  neutral: 'border-rule-strong text-ink-soft',
  /** In progress or waiting for an action. */
  active: 'border-accent text-accent',
  success: 'border-accent bg-accent-wash text-ink',
  danger: 'border-danger text-danger',
  muted: 'border-rule text-ink-faint',
} as const;

export type BadgeTone = keyof typeof tones;

/** A status as a colored label. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full font-display text-meta font-medium border px-2.5 py-0.5 whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
