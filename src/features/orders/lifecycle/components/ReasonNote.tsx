import type { ReactNode } from 'react';
import type { Reason } from '../contract/order.ts';
import { OrderDisclosure, type OrderFormKey } from './OrderForm.tsx';

interface ReasonNoteProps {
  reason: Reason;
  /** The agreed terms; the one that `reason` names is quoted. */
  terms: readonly { readonly number: number; readonly text: string }[];
}

/** Explains a fee, a block or a refusal, and quotes the payment term behind it. */
export function ReasonNote({ reason, terms }: ReasonNoteProps) {
  const term = terms.find(({ number }) => number === reason.term);
  return (
    <details className="why open:w-full">
      <summary className="link inline-flex min-h-11 items-center text-small text-ink-soft sm:min-h-6">Why?</summary>
      <div className="mt-1 mb-2 max-w-[31em] border-l-2 border-accent pl-4 text-small">
        <p>{reason.message}</p>
        {term && (
          <p className="mt-1 text-ink-soft">
            <span className="meta">Term {term.number}</span> {term.text}
          </p>
        )}
      </div>
    </details>
  );
}

interface ActionDisclosureProps extends OrderFormKey {
  label: string;
  blockedReason: Reason | null;
  terms: ReasonNoteProps['terms'];
  children: ReactNode;
}

/** Renders a rarely used action in a disclosure; while it is blocked, only its name and the reason. */
export function ActionDisclosure({ blockedReason, terms, ...disclosure }: ActionDisclosureProps) {
  if (!blockedReason) return <OrderDisclosure {...disclosure} />;
  return (
    <div className="border-t border-rule py-1.5">
      <p className="flex min-h-11 items-center font-display text-small font-semibold text-ink-faint">
        {disclosure.label}
      </p>
      <ReasonNote reason={blockedReason} terms={terms} />
    </div>
  );
}
