import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { SectionEditorPage, submitSectionForm } from '../components/SectionEditorPage.tsx';
import { appearanceDefinition } from '../rules/section-definitions.ts';

export const loader = pageLoader(async ({ api, searchParams }) => ({
  document: await api.site.getSection({ key: appearanceDefinition.key }),
  saved: searchParams.has('saved'),
}));

export const action = pageAction(async ({ api, form, redirectWithoutScript }) => {
  await submitSectionForm(api, appearanceDefinition, form);
  redirectWithoutScript(withQuery(dashboardPaths.appearance, { saved: 'yes' }));
  return {};
});

export function Component() {
  const { document, saved } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <SectionEditorPage shape={appearanceDefinition} document={document} saved={saved} result={result} />;
}
