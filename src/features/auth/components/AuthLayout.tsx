import type { ReactNode } from 'react';

interface AuthScreenProps {
  title: string;
  subtitle: ReactNode;
  /** Hydrates immediately instead of on the first interaction. */
  now?: boolean;
  children: ReactNode;
}

/** Lays out the sign-in pages. Their URLs may hold a token, so other sites get no referrer. */
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
