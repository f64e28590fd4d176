import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { siteMetaContext } from './PageMeta.tsx';

interface DashboardPageProps {
  title: string;
  intro?: ReactNode;
  /** The page that this one belongs to, linked above the title. */
  back?: { readonly to: string; readonly label: string } | undefined;
  aside?: ReactNode;
  children: ReactNode;
}

/** Lays out a dashboard page and sets its title. Search engines must not index it. */
export function DashboardPage({ title, intro, back, aside, children }: DashboardPageProps) {
  const site = use(siteMetaContext);
  return (
    <div className="frame pt-5 pb-24 lg:pt-8">
      <title>{`${title} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      {back && (
        <Link
          className="hint -mt-2 mb-1 inline-flex min-h-11 items-center gap-1.5 no-underline hover:text-accent"
          to={back.to}
        >
          <ArrowLeft className="size-4" aria-hidden="true" /> {back.label}
        </Link>
      )}
      <header className="mb-5 lg:mb-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <h1 className="min-w-0 text-h2 [overflow-wrap:anywhere]">{title}</h1>
          {aside}
        </div>
        {intro && <p className="mt-2 max-w-[38em] text-small text-balance text-ink-soft">{intro}</p>}
      </header>
      {children}
    </div>
  );
}
