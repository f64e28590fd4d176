import { useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { loadIdentities, ProvidersSection } from '../components/ProvidersSection.tsx';

export const loader = pageLoader(async ({ api, search }) => {
  const [data, { profile }] = await Promise.all([loadIdentities(api), api.site.layout()]);
  const provider = search.get('provider');
  const outcome = search.get('outcome');
  return { ...data, timeZone: profile.timeZone, told: provider && outcome ? { provider, outcome } : undefined };
});

export const action = pageAction(async ({ api, form, leaveWithoutScript }) => {
  const done = await api.identities.remove({ id: form.get('id') ?? '' });
  leaveWithoutScript(paths.identities);
  return done;
});

/** The ways to sign in by other sites, as a page of their own. */
export function Component() {
  return (
    <div className="frame pt-12">
      <title>Sign in by another site</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-h1">Ways to sign in</h1>
      <div className="mt-9">
        <ProvidersSection {...useLoaderData<typeof loader>()} here={paths.identities} />
      </div>
    </div>
  );
}
