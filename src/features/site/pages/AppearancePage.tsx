import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { DocumentPage, saveForm } from '../components/SectionEditorPage.tsx';
import { appearance } from '../rules/section-definitions.ts';

export const loader = pageLoader(async ({ api, search }) => ({
  document: await api.site.readDocument({ key: appearance.key }),
  saved: search.has('saved'),
}));

export const action = pageAction(async ({ api, form, leaveWithoutScript }) => {
  await saveForm(api, appearance, form);
  leaveWithoutScript(withQuery(dashboardPaths.appearance, { saved: 'yes' }));
  return {};
});

/** How the site looks, for the owner. */
export function Component() {
  const { document, saved } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <DocumentPage shape={appearance} document={document} saved={saved} result={result} />;
}
