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
    <div className="frame pt-8 pb-24 lg:pt-12">
      <title>{`${title} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      {back && (
        <Link
          className="meta -mt-3 mb-1 inline-flex min-h-11 items-center gap-1.5 no-underline hover:text-accent"
          to={back.to}
        >
          <ArrowLeft className="size-4" aria-hidden="true" /> {back.label}
        </Link>
      )}
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-h2 [overflow-wrap:anywhere]">{title}</h1>
          {intro && <p className="mt-3 max-w-[31em] text-small text-ink-soft">{intro}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  );
}
