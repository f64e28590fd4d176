import { Fragment } from 'react';

/** An e-mail address, which breaks before its signs where it does not fit into a line. */
export function EmailAddress({ email }: { email: string }) {
  const parts = email.split(/(?=[@._-])/);
  return parts.map((part, place) => (
    // The parts of an address stay where they are.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
