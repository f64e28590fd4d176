import { Fragment } from 'react';

/** Longer addresses may break before every punctuation character, others only before the @. */
const LONG_ADDRESS = 36;

/** Shows an email address that breaks at punctuation if it doesn't fit on a line. */
export function EmailText({ email }: { email: string }) {
  const parts = email.split(email.length > LONG_ADDRESS ? /(?=[@._-])/ : /(?=@)/);
  return parts.map((part, index) => (
    // The parts never change order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
