import { data, Link, useLoaderData, useParams } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SectionEditor } from '../components/SectionEditor.tsx';
import { appearanceDefinition, sectionDefinitions, type SectionDefinition } from '../rules/section-definitions.ts';

/** Returns the section of a path; the path of the appearance names none. */
function getDefinitionBySlug(slug: string | undefined): SectionDefinition {
  const shape =
    slug === undefined ? appearanceDefinition : sectionDefinitions.find(candidate => candidate.slug === slug);
  // A route's way to say that there is no such page.
  // oxlint-disable-next-line typescript/only-throw-error
  if (!shape) throw data(undefined, { status: 404 });
  return shape;
}

export const loader = pageLoader(async ({ api, params }) =>
  api.site.getSection({ key: getDefinitionBySlug(params.document).key }),
);

/** Edits a section next to its preview. */
export function Component() {
  const document = useLoaderData<typeof loader>();
  const shape = getDefinitionBySlug(useParams().document);
  return (
    <DashboardPage
      title={shape.title}
      intro={shape.description}
      back={shape.key !== 'appearance' ? { to: dashboardPaths.site, label: 'Site content' } : undefined}
    >
      {document.source === 'sample' && shape.key !== 'appearance' && (
        <p className="mb-6 max-w-[33em] text-small text-ink-soft">
          This came with the sample content. Once you save it, it is yours.
        </p>
      )}
      {shape.key === 'testimonials' && (
        <p className="mb-6 max-w-[33em] text-small text-ink-soft">
          These are yours. What clients write about orders that they paid stands before them and has{' '}
          <Link className="link" to={dashboardPaths.testimonials}>
            a list of its own
          </Link>
          .
        </p>
      )}
      <SectionEditor key={shape.key} shape={shape} document={document} />
    </DashboardPage>
  );
}
