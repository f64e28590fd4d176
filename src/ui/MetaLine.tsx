import { Fragment, type ReactNode } from 'react';

interface MetaLineProps {
  /** Parts of the line; empty ones are omitted. */
  items: readonly ReactNode[];
  className?: string;
}

/** A line of facts with dots in between. Where it wraps, no dot ends or starts a line. */
export function MetaLine({ items, className = '' }: MetaLineProps) {
  return (
    <p className={`meta meta-line ${className}`}>
      {items.filter(Boolean).map((item, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span>
            {index > 0 && '· '}
            {item}
          </span>
        </Fragment>
      ))}
    </p>
  );
}
