import { Fragment, type ReactNode } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { openApiContext } from '#platform/pages/loader.ts';
import type { Access } from '#shared/contract.ts';
import { API_PREFIX, paths } from '#shared/paths.ts';
import { PageMeta } from '#ui/PageMeta.tsx';
import { TableOfContents } from '#ui/TableOfContents.tsx';
import { type listEndpoints, listEndpointGroups } from '../rules.ts';

export const loader = async ({ context }: LoaderFunctionArgs) =>
  listEndpointGroups(await context.get(openApiContext)());

/** API reference, generated from the same contract as the API. */
export function Component() {
  const groups = useLoaderData<typeof loader>();
  return (
    <div className="frame grid grid-cols-1 gap-x-12 gap-y-8 pt-12 sm:pt-20 lg:grid-cols-12">
      <PageMeta
        title="API reference"
        description="All endpoints of this site’s API and their parameters."
        path={paths.apiReference}
        socialImage={paths.socialCard('page', 'home')}
        noIndex
      />
      <header className="lg:col-span-9 lg:col-start-4">
        <h1 className="text-h1">API reference</h1>
        <p className="mt-5 max-w-[31em] text-lead text-ink-soft">Everything this site can do, as a JSON API.</p>
        <p className="mt-3 text-ink-soft">
          All paths start with <Code>{API_PREFIX}</Code>.{' '}
          <a className="link" href={paths.openapi}>
            Download the OpenAPI description
          </a>
        </p>
      </header>
      <TableOfContents
        headings={[
          { level: 2, id: 'basics', text: 'Basics' },
          ...groups.map(({ id, title }) => ({ level: 2, id, text: title })),
        ]}
      />
      <div className="grid gap-y-14 lg:col-span-9 lg:col-start-4">
        <Basics />
        {groups.map(({ id, title, endpoints }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="border-t border-rule-strong pt-4 text-h2">
              {title}
            </h2>
            {endpoints.map(endpoint => (
              <Endpoint key={endpoint.id} endpoint={endpoint} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-small [overflow-wrap:anywhere]">{children}</code>;
}

const basics: readonly (readonly [title: string, text: ReactNode])[] = [
  [
    'Sign in',
    <>
      Endpoints for members or the owner need a session: send your email and password to <Code>POST /login</Code>, and
      send the cookie back with each request.
    </>,
  ],
  [
    'Changes',
    <>
      Requests other than <Code>GET</Code> need the header <Code>Origin</Code> with this site’s address. Their
      parameters, except those in the path, are the fields of a JSON body. A file is the body itself, with its content
      type.
    </>,
  ],
  [
    'Retries',
    <>
      Send an <Code>Idempotency-Key</Code> when you place an order, book or pay. If you repeat the request with the same
      key, you get the first response, and nothing happens twice.
    </>,
  ],
  [
    'Lists',
    <>
      Lists return <Code>items</Code>, <Code>total</Code>, <Code>page</Code> and <Code>pageSize</Code>. Pages start at
      1.
    </>,
  ],
  [
    'Values',
    <>
      Amounts are in the smallest unit of their currency, such as cents. Times are in UTC, such as{' '}
      <Code>2026-12-01T09:00:00.000Z</Code>. Dates are days in the site’s time zone, such as <Code>2026-12-01</Code>.
    </>,
  ],
  [
    'Errors',
    <>
      All errors have the same format: <Code>{'{ "error": { "code", "message", "fields", "requestId" } }'}</Code>. The{' '}
      <Code>message</Code> explains the error. <Code>fields</Code> has a message for each invalid parameter.
    </>,
  ],
  [
    'Rate limits',
    <>
      Requests over a limit get the status 429. <Code>Retry-After</Code> says how many seconds to wait.
    </>,
  ],
];

function Basics() {
  return (
    <section aria-labelledby="basics">
      <h2 id="basics" className="border-t border-rule-strong pt-4 text-h2">
        Basics
      </h2>
      <dl className="mt-4">
        {basics.map(([title, text]) => (
          <div
            key={title}
            className="grid gap-x-4 gap-y-1 border-t border-rule py-3 first:border-0 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <dt className="font-display font-semibold">{title}</dt>
            <dd className="text-small text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const accessLabels: Readonly<Record<Access, string>> = { public: 'Public', member: 'Members', owner: 'Owner' };

function Endpoint({ endpoint }: { endpoint: ReturnType<typeof listEndpoints>[number] }) {
  const { method, path, access, summary, parameters, returnedFields } = endpoint;
  return (
    <article
      id={endpoint.id}
      className="grid grid-cols-1 gap-x-10 gap-y-3 border-t border-rule py-6 first-of-type:border-0 lg:grid-cols-12"
    >
      <div className="lg:col-span-5">
        <h3 className="font-mono text-small font-normal tracking-normal [overflow-wrap:anywhere]">
          <span className="text-accent">{method}</span> <Path path={path} />
        </h3>
        <p className="mt-2 text-small text-ink-soft">{summary}</p>
        <p className="meta mt-1">{accessLabels[access]}</p>
      </div>
      <dl className="text-small empty:hidden lg:col-span-7 lg:-mt-2">
        {parameters.map(({ name, required, description }) => (
          <div
            key={name}
            className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-4 border-t border-rule py-2 first:border-0"
          >
            <dt className="font-mono [overflow-wrap:anywhere]">
              {name}
              {required && <span className="meta block">required</span>}
            </dt>
            <dd className="text-ink-soft [overflow-wrap:anywhere]">{description}</dd>
          </div>
        ))}
        {returnedFields.length > 0 && (
          <div className="border-t border-rule py-2 first:border-0">
            <dt className="meta">Returns</dt>
            <dd className="font-mono text-ink-soft [overflow-wrap:anywhere]">{returnedFields.join(', ')}</dd>
          </div>
        )}
      </dl>
    </article>
  );
}

/** Renders a path that breaks after slashes. */
function Path({ path }: { path: string }) {
  const [start, ...segments] = path.split('/');
  return (
    <>
      {start}
      {segments.map((segment, index) => (
        <Fragment key={index}>
          /<wbr />
          {segment}
        </Fragment>
      ))}
    </>
  );
}
