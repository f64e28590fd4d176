import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { totalText } from '#shared/lists.ts';
import { DateTime } from '#ui/DateTime.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { SiteSectionSummary } from '../contract/index.ts';
import { sectionDefinitions } from '../rules/section-definitions.ts';

export const loader = pageLoader(({ api }) => api.site.listSections());

/** Lists all sections of the site's content. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const samples = items.filter(({ key, source }) => source === 'sample' && key !== 'appearance').length;
  return (
    <DashboardPage
      title="Site content"
      intro="What your site says about you and your work. Each section opens with a live preview."
    >
      {samples > 0 && (
        <p className="mb-8 max-w-[33em] border-l-2 border-accent pl-4 text-small">
          Some sections still contain sample content. A section becomes yours when you save it. You can remove the rest
          in{' '}
          <Link className="link" to={`${dashboardPaths.settings}#sample-content`}>
            Settings
          </Link>
          .
        </p>
      )}
      <ul className="grid gap-x-12 md:grid-cols-2">
        {sectionDefinitions.map(({ key, slug, title, description }) => (
          <li key={key} className="group relative border-t border-rule py-5">
            <h2 className="text-h4">
              <Link
                className="stretched-link no-underline group-hover:text-accent"
                to={dashboardPaths.siteSection(slug)}
              >
                {title}
              </Link>
            </h2>
            <p className="mt-1 text-small text-ink-soft">{description}</p>
            <SectionStatus line={items.find(item => item.key === key)} />
          </li>
        ))}
      </ul>
    </DashboardPage>
  );
}

const origins = { sample: 'Sample content', placeholder: 'Empty', owner: 'Edited by you' } as const;

function SectionStatus({ line }: { line: SiteSectionSummary | undefined }) {
  if (!line) return null;
  // A new site's navigation is filled in, but isn't sample content.
  const isEdited = line.source === 'owner' && line.version > 1;
  return (
    <MetaLine
      className="mt-2"
      items={[
        line.source === 'owner' && !isEdited ? 'Default' : origins[line.source],
        line.entryCount !== null && totalText(line.entryCount, ['entry', 'entries']),
        isEdited && <DateTime key="date" instant={line.updatedAt} isDateOnly />,
      ]}
    />
  );
}
