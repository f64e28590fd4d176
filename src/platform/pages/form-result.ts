/**
 * What came of a form that was sent without the app. It is written into the page that answers it, for the app to go on
 * from when it takes that page over.
 */
export interface FormResult {
  /** What the actions answered, by their routes' ids, as the router keeps it. */
  readonly actionData: unknown;
  /** Something failed: the page shows an error, which loading its data anew would not show again. */
  readonly hasError: boolean;
}

const ID = 'form-answer';

/** The answer as a block of data, which no content security policy takes for a script. */
export function serializeFormResult(answer: FormResult): string {
  return `<script type="application/json" id="${ID}">${JSON.stringify(answer).replaceAll('<', '\\u003c')}</script>`;
}

/** The answer in the page that stands in the browser; undefined where the page answers no form. */
export function readFormResult(): FormResult | undefined {
  const data = document.getElementById(ID)?.textContent;
  return data ? (JSON.parse(data) as FormResult) : undefined;
}
