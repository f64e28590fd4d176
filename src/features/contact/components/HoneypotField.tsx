/**
 * A field that programs fill in and people do not find: it is out of sight, of the order of the tab key, of what
 * assistive technology tells, and of what browsers and password managers fill in.
 */
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
