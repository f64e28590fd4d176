import { useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { SectionEditorPage } from '../components/SectionEditorPage.tsx';
import { appearanceDefinition } from '../rules/section-definitions.ts';

export const loader = pageLoader(({ api }) => api.site.getSection({ key: 'appearance' }));

export function Component() {
  return <SectionEditorPage shape={appearanceDefinition} document={useLoaderData<typeof loader>()} />;
}
