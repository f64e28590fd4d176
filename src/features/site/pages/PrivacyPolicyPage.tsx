import { useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { LegalPage } from '../components/LegalPage.tsx';

export const loader = pageLoader(({ api }) => api.site.getLegalPage({ page: 'privacy-policy' }));

export function Component() {
  const page = useLoaderData<typeof loader>();
  return <LegalPage page={page} path={paths.privacyPolicy} card={paths.socialCard('page', 'privacy-policy')} />;
}
