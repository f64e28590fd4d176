/**
 * The button that Enter in a field of the surrounding form presses, at the form's start: browsers press the first one,
 * and the first visible one does something else. Not for pointers, Tab and screen readers.
 */
export function DefaultSubmitButton({ disabled = false }: { disabled?: boolean }) {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" disabled={disabled} />;
}
