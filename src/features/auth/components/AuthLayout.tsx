import type { ReactNode } from 'react';

interface AuthScreenProps {
  title: string;
  subtitle: ReactNode;
  /** Whether React takes the page over at once, and not when somebody turns to it. */
  now?: boolean;
  children: ReactNode;
}

/** What stands around a form that lets somebody in. Its address may hold a token, so it is told to nobody. */
export function AuthLayout({ title, subtitle, now = true, children }: AuthScreenProps) {
  return (
    <div className="frame max-w-[34rem] pt-12 sm:pt-20" data-hydrate={now ? 'now' : undefined}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="same-origin" />
      <h1 className="text-h1">{title}</h1>
      <p className="mt-5 text-ink-soft">{subtitle}</p>
      {children}
    </div>
  );
}
