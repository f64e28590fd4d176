/** The result of a form sent without JavaScript. It is embedded in the response page, where hydration reads it. */
export interface FormResult {
  /** The router's action data, by route id. */
  readonly actionData: unknown;
  /** The page shows an error that reloading its data would not show again. */
  readonly hasError: boolean;
}

const ID = 'form-answer';

/** Returns the result as a data block, which a content security policy doesn't treat as a script. */
export function serializeFormResult(answer: FormResult): string {
  return `<script type="application/json" id="${ID}">${JSON.stringify(answer).replaceAll('<', '\\u003c')}</script>`;
}

/** Returns the result in the current document, or undefined if there is none. */
export function readFormResult(): FormResult | undefined {
  const data = document.getElementById(ID)?.textContent;
  return data ? (JSON.parse(data) as FormResult) : undefined;
}
