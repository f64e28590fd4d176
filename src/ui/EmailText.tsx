import { Fragment } from 'react';

/** Longer addresses may break before all of their signs, others only before the @. */
const LONG = 36;

/** An e-mail address, which breaks before a sign where it does not fit into a line. */
export function EmailText({ email }: { email: string }) {
  const parts = email.split(email.length > LONG ? /(?=[@._-])/ : /(?=@)/);
  return parts.map((part, place) => (
    // The parts of an address stay where they are.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
