import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';

interface SentMessageProps {
  ownerName: string;
  /** Why the file was not saved, if it was not. */
  fileError: string | undefined;
  email: string;
}

/** Replaces the form after sending. */
export function MessageSentNotice({ ownerName, fileError, email }: SentMessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-label="Sent" className="border-l-2 border-accent pl-6">
      <h2 ref={heading} tabIndex={-1} className="text-h3">
        Your message has arrived.
      </h2>
      <p className="mt-3 max-w-[27em] text-ink-soft">
        {ownerName} reads it and answers by e-mail. Look into the folder for spam, too, should nothing come.
      </p>
      {fileError && (
        <p className="mt-3 max-w-[27em]">
          The file did not come with it. {fileError} You can send it to{' '}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
          .
        </p>
      )}
      <p className="mt-5">
        <Link className="button" to={paths.contact}>
          Write another message
        </Link>
      </p>
    </section>
  );
}
