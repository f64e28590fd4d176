import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface AuthScreenProps {
  title: string;
  subtitle: ReactNode;
  /** Hydrates immediately instead of on the first interaction. */
  now?: boolean;
  children: ReactNode;
}

/** Lays out the sign-in pages. Their URLs may contain a token, so other sites get no referrer. */
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

/** Ends a sign-in page with a link to another one. */
export function AuthFooter({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <p className="mt-10 border-t border-rule pt-5 text-small text-ink-soft">
      {text}{' '}
      <Link className="link" to={to}>
        {label}
      </Link>
    </p>
  );
}

/** Offers the passwordless sign-in methods below the form; hidden when empty (base.css). */
export function AlternativeSignIn({ children }: { children: ReactNode }) {
  return (
    <div className="other-sign-in-methods mt-8 gap-3">
      <p className="meta mb-2 flex items-center gap-4 after:h-px after:flex-1 after:bg-rule">or</p>
      {children}
    </div>
  );
}
