/**
 * The button that Enter in a field of the surrounding form presses: browsers take the first one, so this is at the
 * form's start, before the first visible one, which has another action. Hidden from pointers, Tab and screen readers.
 */
export function DefaultSubmitButton() {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
