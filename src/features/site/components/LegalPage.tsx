import { use } from 'react';
import { formatPlainDate } from '#shared/time.ts';
import { TableOfContents } from '#ui/TableOfContents.tsx';
import { toBreadcrumbJsonLd, PageMeta, siteMetaContext } from '#ui/PageMeta.tsx';
import { paths } from '#shared/paths.ts';
import type { SiteSections } from '../contract/content.ts';

export function LegalPage({ page, path, card }: { page: SiteSections['privacyPolicy']; path: string; card: string }) {
  const site = use(siteMetaContext);
  return (
    <div className="frame grid grid-cols-1 gap-x-12 gap-y-8 pt-12 sm:pt-20 lg:grid-cols-12">
      <PageMeta
        title={page.title}
        description={page.description}
        path={path}
        socialImage={card}
        jsonLd={[
          toBreadcrumbJsonLd(site.url, [
            ['Home', paths.home],
            [page.title, path],
          ]),
        ]}
      />
      <header className="lg:col-span-9 lg:col-start-4">
        <p className="meta">
          Effective <time dateTime={page.updatedAt}>{formatPlainDate(page.updatedAt)}</time>
        </p>
        <h1 className="mt-4 text-h1">{page.title}</h1>
        <p className="mt-5 max-w-[29em] text-lead text-ink-soft">{page.description}</p>
      </header>
      <TableOfContents headings={page.headings} />
      <div className="prose lg:col-span-9 lg:col-start-4" dangerouslySetInnerHTML={{ __html: page.html }} />
    </div>
  );
}
