import { useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { ProjectEditor } from '../components/ProjectEditor.tsx';

export const loader = pageLoader(async ({ api }) => {
  const [{ role }, { currency }] = await Promise.all([api.profile.get(), api.settings.getDefaultCurrency()]);
  return { role, currency };
});

export function Component() {
  const { role, currency } = useLoaderData<typeof loader>();
  return <ProjectEditor initialDraft={undefined} currency={currency} role={role} />;
}
