import type { ReactNode } from 'react';

interface MethodListProps {
  methods: readonly { readonly method: string; readonly text: string }[];
  /** Further payment methods, in the same format. */
  children?: ReactNode;
}

export function PaymentInstructions({ methods, children }: MethodListProps) {
  return (
    <dl className="grid gap-4 text-small">
      {methods.map(({ method, text }) => (
        <div key={method} className="break-inside-avoid">
          <dt className="font-semibold">{method}</dt>
          <dd className="max-w-[33em] whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
