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
  // React Router's way to respond with 404.
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
          This is sample content. It becomes yours when you save it.
        </p>
      )}
      {shape.key === 'testimonials' && (
        <p className="mb-6 max-w-[33em] text-small text-ink-soft">
          Add your own testimonials here.{' '}
          <Link className="link" to={dashboardPaths.testimonials}>
            Testimonials from paid orders
          </Link>{' '}
          have their own page and appear first on your site.
        </p>
      )}
      <SectionEditor key={shape.key} shape={shape} document={document} />
    </DashboardPage>
  );
}
