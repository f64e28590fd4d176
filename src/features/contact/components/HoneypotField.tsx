/** Spam trap: hidden from sight, tab order, assistive technology, browser autofill and password managers. */
export function HoneypotField() {
  return (
    <div className="sr-only" aria-hidden="true" inert>
      <label>
        Leave this empty
        <input
          type="text"
          name="website"
          className="sr-only"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  );
}
