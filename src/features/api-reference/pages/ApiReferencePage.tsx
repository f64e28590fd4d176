import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { openApiContext } from '#platform/pages/loader.ts';
import { API_PREFIX, paths } from '#shared/paths.ts';
import { PageMeta } from '#ui/PageMeta.tsx';
import { listEndpoints } from '../rules.ts';

export const loader = async ({ context }: LoaderFunctionArgs) => listEndpoints(await context.get(openApiContext)());

/** API reference, generated from the same contract as the API. */
export function Component() {
  const endpoints = useLoaderData<typeof loader>();
  const groups = [...new Set(endpoints.map(endpoint => endpoint.group))];
  return (
    <div className="frame pt-12 sm:pt-20">
      <PageMeta
        title="API reference"
        description="All endpoints of this site’s API and their parameters."
        path={paths.apiReference}
        socialImage={paths.socialCard('page', 'home')}
        noIndex
      />
      <h1 className="text-h1">API reference</h1>
      <p className="mt-5 max-w-[31em] text-lead text-ink-soft">Everything this site can do, as a JSON API.</p>
      <p className="mt-3 text-ink-soft">
        All paths start with <code className="font-mono text-small">{API_PREFIX}</code>.{' '}
        <a className="link" href={paths.openapi}>
          Download the OpenAPI description
        </a>
      </p>
      <section aria-label="Errors" className="mt-10 max-w-[44rem]">
        <h2 className="text-h3">Errors</h2>
        <p className="mt-2 text-ink-soft">
          All errors have the same format:{' '}
          <code className="font-mono text-small">{'{ "error": { "code", "message", "fields", "requestId" } }'}</code>.
          The <code className="font-mono text-small">message</code> is written for people.{' '}
          <code className="font-mono text-small">fields</code> has a message for each invalid parameter.
        </p>
      </section>
      {groups.map(group => (
        <section key={group} aria-label={group} className="mt-14">
          <h2 className="border-t border-rule-strong pt-4 text-h2">{group}</h2>
          {endpoints
            .filter(endpoint => endpoint.group === group)
            .map(endpoint => (
              <article
                key={endpoint.method + endpoint.path}
                className="grid grid-cols-1 gap-x-12 gap-y-3 border-b border-rule py-6 lg:grid-cols-12"
              >
                <div className="lg:col-span-5">
                  <h3 className="font-mono text-small font-normal tracking-normal [overflow-wrap:anywhere]">
                    <span className="text-accent">{endpoint.method}</span> {endpoint.path}
                  </h3>
                  <p className="mt-2 text-small text-ink-soft">{endpoint.summary}</p>
                </div>
                {endpoint.parameters.length === 0 ? (
                  <p className="meta lg:col-span-7">No parameters.</p>
                ) : (
                  <dl className="lg:col-span-7">
                    {endpoint.parameters.map(parameter => (
                      <div
                        key={parameter.name}
                        className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 border-t border-rule py-2 text-small first:border-0"
                      >
                        <dt className="font-mono">
                          {parameter.name}
                          {parameter.required && <span className="text-accent"> *</span>}
                        </dt>
                        <dd className="text-ink-soft [overflow-wrap:anywhere]">{parameter.description}</dd>
                      </div>
                    ))}
                  </dl>
                )}
              </article>
            ))}
        </section>
      ))}
    </div>
  );
}
