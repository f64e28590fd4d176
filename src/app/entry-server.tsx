import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router';
import type { HydrationData } from '#platform/pages/hydration-data.ts';
import { apiContext, openApiContext } from '#platform/pages/loader.ts';
import { requestIdContext } from '#platform/pages/request-id.ts';
import { ApiError } from '#shared/errors.ts';
import { isDashboardPath } from '#shared/paths.ts';
import { dashboardRoute } from './dashboard-routes.tsx';
import { formPages } from './form-pages.ts';
import type { RenderServices, RenderResult, SubmittedForm } from './page-renderer.ts';
import { createRoutes, toRoutes } from './routes.tsx';

export { renderEmailTemplate } from './emails.tsx';

const handler = createStaticHandler(createRoutes({ forms: toRoutes(formPages), dashboard: dashboardRoute }));

/**
 * Renders the page at `url` (path and query) with data from `sources`; runs the page's action first if a form was sent.
 * Returns redirects of loaders and actions as such.
 */
export async function render(
  url: string,
  services: RenderServices,
  requestId: string,
  form?: SubmittedForm,
): Promise<RenderResult> {
  const request = new Request(`http://page${url}`, form === undefined ? {} : toPostRequest(form));
  const requestContext = new RouterContextProvider();
  requestContext.set(apiContext, services.api);
  requestContext.set(openApiContext, services.describeApi);
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) {
    return { status: context.status, redirect: context.headers.get('location') ?? '/' };
  }
  const errors = Object.values(context.errors ?? {}).filter(
    error => !isRouteErrorResponse(error) && !ApiError.is(error),
  );
  const renderContext = (shown: StaticHandlerContext) => ({
    status: shown.statusCode,
    ...splitHead(renderPage(shown, requestId)),
    hydrationData: getHydrationData(shown, form !== undefined),
  });
  try {
    return { ...renderContext(context), errors };
  } catch (error) {
    // A component failed: show the error page without the layout, which may be at fault.
    const outermost = context.matches[0]?.route.id ?? 'layout';
    const errorPage = renderContext({ ...context, statusCode: 500, errors: { [outermost]: error } });
    return { ...errorPage, errors: [...errors, error] };
  }
}

/**
 * Returns the data of a dashboard page, of a response to a form, and of a page whose data may change before it hydrates.
 * Other pages are smaller without it. A page with an error has none: hydration loads its data again, unless it is a response to a form.
 */
function getHydrationData(context: StaticHandlerContext, isForm: boolean): HydrationData | undefined {
  const { loaderData, actionData, errors, location, matches } = context;
  if (errors) return isForm ? { hasFormError: true } : undefined;
  const isDeclared = matches.some(({ route }) => route.handle === 'embedsData');
  const isEmbedded = isForm || isDashboardPath(location.pathname) || isDeclared;
  return isEmbedded ? { loaderData, actionData } : undefined;
}

function toPostRequest({ body, contentType }: SubmittedForm): RequestInit {
  return { method: 'POST', body, headers: { 'content-type': contentType } };
}

function renderPage(context: StaticHandlerContext, requestId: string): string {
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(
    <requestIdContext.Provider value={requestId}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </requestIdContext.Provider>,
  );
}

/**
 * React writes a fragment's title, meta and link tags before it. They belong in the document's head, where hydration
 * looks for them.
 */
function splitHead(html: string): { head: string; body: string } {
  const match = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/.exec(html);
  const head = match?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
