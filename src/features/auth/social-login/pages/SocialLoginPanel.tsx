import { useLoaderData } from 'react-router';
import { getSafeRedirectPath } from '../../sessions/rules/redirect.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { SocialLoginButtons } from '../components/SocialLoginButtons.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const next = getSafeRedirectPath(searchParams.get('next'));
  const provider = searchParams.get('provider');
  const outcome = searchParams.get('outcome');
  return {
    options: await api.socialLogin.listProviders(),
    next: next === paths.dashboard ? undefined : next,
    initialOutcome: provider && outcome ? { provider, outcome } : undefined,
  };
});

export function Component() {
  return <SocialLoginButtons {...useLoaderData<typeof loader>()} />;
}
