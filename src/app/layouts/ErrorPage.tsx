import { use, useEffect } from 'react';
import { isRouteErrorResponse, Link, useLocation, useParams, useRouteError } from 'react-router';
import { ChunkLoadError } from '#platform/pages/lazy-page.ts';
import { requestIdContext } from '#platform/pages/request-id.ts';
import { MAX_SEARCH_LENGTH } from '#shared/lists.ts';
import { type ErrorBody, ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { Drawing } from '#ui/Drawing.tsx';

interface ErrorDetails {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly requestId?: string | undefined;
}

function isErrorBody(data: unknown): data is ErrorBody {
  return typeof data === 'object' && data !== null && 'error' in data;
}

/** Returns the error's title and message for readers. A secret link is one with a token, such as in an email. */
function toErrorDetails(error: unknown, isSecretLink: boolean): ErrorDetails {
  if (isRouteErrorResponse(error)) {
    const body = isErrorBody(error.data) ? error.data.error : undefined;
    if (error.status === 404) {
      const [title, text] = isSecretLink
        ? ['This link doesn’t work', 'It may be incomplete or out of date. Copy the full link and try again.']
        : ['Page not found', 'The address may be out of date or contain a typo.'];
      return { code: '404', title, text: body?.message ?? text };
    }
    if (error.status < 500)
      return { code: String(error.status), title: 'Something went wrong', text: body?.message ?? error.statusText };
    return {
      code: String(error.status),
      title: 'Something went wrong',
      text: body?.message ?? 'The problem is on our side. Try again in a moment.',
      requestId: body?.requestId,
    };
  }
  if (error instanceof ChunkLoadError) {
    return {
      code: 'FETCH_ERROR',
      title: 'This page couldn’t be loaded',
      text: 'Can’t reach the site. Check your connection and try again.',
    };
  }
  if (ApiError.is(error)) {
    return { code: String(error.status), title: 'This page couldn’t be loaded', text: error.message };
  }
  return { code: '500', title: 'Something went wrong', text: 'The problem is on our side. Try again in a moment.' };
}

/**
 * A missing chunk while the site responds means a new release, so reload the document. Only after a client-side
 * navigation, so a document never reloads itself.
 */
function useReloadAfterDeploy(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof ChunkLoadError) || document.documentElement.dataset.app !== 'ready') return;
    void reloadWhenReachable();
  }, [error]);
}

async function reloadWhenReachable(): Promise<void> {
  try {
    const response = await fetch(location.href, { method: 'HEAD' });
    if (response.ok) location.reload();
  } catch {
    // Offline; the page already says so.
  }
}

/** Returns the words of an address's last part, to search for after a typo; empty if it's a token. */
function toWords(pathname: string): string {
  const last = /(?<=\/)[\w-]+$/.exec(pathname)?.[0] ?? '';
  return last.length > 40 && /[A-Z]/.test(last) ? '' : last.replaceAll(/[-_]+/g, ' ');
}

function SiteSearch({ words }: { words: string }) {
  return (
    <search>
      <form action={paths.search} className="mt-8 flex max-w-xl flex-wrap items-end gap-3">
        <label className="min-w-0 grow basis-40">
          <span className="hint mb-1 block whitespace-nowrap">Search posts and projects</span>
          <input className="field" type="search" name="q" defaultValue={words} maxLength={MAX_SEARCH_LENGTH} required />
        </label>
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  );
}

interface ErrorPageProps {
  /** Links to continue; the first is the primary one. */
  links?: readonly (readonly [path: string, label: string])[];
  /** Replaces the error's own title and message. */
  details?: ErrorDetails | undefined;
}

const publicLinks = [
  [paths.home, 'Go to the home page'],
  [paths.blogs, 'Read the blog'],
  [paths.projects, 'View projects'],
] as const;

/** Links to continue from a secret link that doesn't work, by the first part of its path. */
const linksAfterSecretLink: Readonly<Record<string, NonNullable<ErrorPageProps['links']>>> = {
  'confirm-address': [
    [paths.login, 'Sign in'],
    [paths.register, 'Register'],
  ],
  'confirm-new-address': [[paths.login, 'Sign in']],
  'sign-in-link': [[paths.login, 'Sign in']],
  'set-up': [[paths.login, 'Sign in']],
  newsletter: [[paths.newsletter, 'Subscribe to the newsletter']],
};

/** Shown instead of a missing or failed page; the layout stays. */
export function ErrorPage({ links: givenLinks = publicLinks, details }: ErrorPageProps) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { token, key, order, booking } = useParams();
  useReloadAfterDeploy(error);
  const pageRequestId = use(requestIdContext);
  const isSecretLink = givenLinks === publicLinks && (token ?? key ?? order ?? booking) !== undefined;
  const shown = details ?? toErrorDetails(error, isSecretLink);
  const links = (isSecretLink && linksAfterSecretLink[pathname.split('/')[1] ?? '']) || givenLinks;
  // Retrying doesn't fix a 4xx error.
  const canRetry = !shown.code.startsWith('4');
  const isMissing = shown.code === '404';
  const requestId = shown.requestId ?? (shown.code.startsWith('5') ? pageRequestId : '');
  return (
    <div className="frame grid min-h-[60vh] content-center items-center gap-x-12 gap-y-10 py-20 lg:grid-cols-12">
      <title>{`${shown.title} (${shown.code})`}</title>
      <meta name="robots" content="noindex" />
      <div className="lg:col-span-7">
        <p className="meta">Error {shown.code}</p>
        <h1 className="mt-4 text-h1">{shown.title}</h1>
        <p className="mt-5 max-w-[27em] text-lead text-ink-soft">{shown.text}</p>
        {requestId && <p className="meta mt-4">Request ID: {requestId}</p>}
        {isMissing && !isSecretLink && links === publicLinks && <SiteSearch words={toWords(pathname)} />}
        <p className="mt-9 flex flex-wrap gap-3">
          {canRetry && (
            <Link className="button button-primary" reloadDocument to={pathname + search}>
              Try again
            </Link>
          )}
          {links.map(([path, label], index) => (
            <Link key={path} className={index === 0 && !canRetry ? 'button button-primary' : 'button'} to={path}>
              {label}
            </Link>
          ))}
        </p>
      </div>
      {isMissing && <Drawing of="missing" className="w-56 max-lg:order-first lg:col-span-5 lg:w-full" />}
    </div>
  );
}
