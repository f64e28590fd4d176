import { data, useLoaderData, useParams } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { SectionEditorPage } from '../components/SectionEditorPage.tsx';
import { sectionDefinitions, type SectionDefinition } from '../rules/section-definitions.ts';

function getDefinitionBySlug(slug: string | undefined): SectionDefinition {
  const shape = sectionDefinitions.find(candidate => candidate.slug === slug);
  // A route's way to say that there is no such page.
  // oxlint-disable-next-line typescript/only-throw-error
  if (!shape) throw data(undefined, { status: 404 });
  return shape;
}

export const loader = pageLoader(async ({ api, params }) =>
  api.site.getSection({ key: getDefinitionBySlug(params.document).key }),
);

export function Component() {
  const document = useLoaderData<typeof loader>();
  return <SectionEditorPage shape={getDefinitionBySlug(useParams().document)} document={document} />;
}
