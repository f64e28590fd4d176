import { data, useActionData, useLoaderData, useParams } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { SectionEditorPage, submitSectionForm } from '../components/SectionEditorPage.tsx';
import { sectionDefinitions, type SectionDefinition } from '../rules/section-definitions.ts';

function getDefinitionBySlug(slug: string | undefined): SectionDefinition {
  const shape = sectionDefinitions.find(candidate => candidate.slug === slug);
  // A route's way to say that there is no such page.
  // oxlint-disable-next-line typescript/only-throw-error
  if (!shape) throw data(undefined, { status: 404 });
  return shape;
}

export const loader = pageLoader(async ({ api, params, searchParams }) => ({
  document: await api.site.getSection({ key: getDefinitionBySlug(params.document).key }),
  saved: searchParams.has('saved'),
}));

export const action = pageAction(async ({ api, params, form, redirectWithoutScript }) => {
  const shape = getDefinitionBySlug(params.document);
  await submitSectionForm(api, shape, form);
  redirectWithoutScript(withQuery(dashboardPaths.siteSection(shape.slug), { saved: 'yes' }));
  return {};
});

export function Component() {
  const { document, saved } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const shape = getDefinitionBySlug(useParams().document);
  return <SectionEditorPage key={shape.key} shape={shape} document={document} saved={saved} result={result} />;
}
