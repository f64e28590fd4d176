/** The server's data of a page's routes, by route ID. It is embedded in the page, where hydration reads it. */
export interface HydrationData {
  /** If undefined, hydration loads the data from the API. */
  readonly loaderData?: Readonly<Record<string, unknown>> | undefined;
  /** The result of a form sent without JavaScript. */
  readonly actionData?: unknown;
  /** The page shows an error of the form that loading its data again would not show. */
  readonly hasFormError?: boolean;
}

const ID = 'hydration-data';

/**
 * Returns the data as a data block, which a content security policy doesn't treat as a script. The response to a form
 * hydrates immediately.
 */
export function serializeHydrationData(data: HydrationData): string {
  const now = data.actionData || data.hasFormError ? ' data-hydrate="now"' : '';
  return `<script type="application/json"${now} id="${ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** Returns the data of the current document; empty if there is none. */
export function readHydrationData(): HydrationData {
  return JSON.parse(document.getElementById(ID)?.textContent ?? '{}') as HydrationData;
}
