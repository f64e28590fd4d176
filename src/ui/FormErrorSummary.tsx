import { useEffect, useRef } from 'react';

interface FormErrorSummaryProps {
  error: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | undefined;
}

/** Renders the error of a form and focuses the first invalid field, or else the error itself. */
export function FormErrorSummary({ error }: FormErrorSummaryProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!error) return;
    const invalidField = text.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalidField ?? text.current)?.focus();
  }, [error]);
  if (!error) return null;
  const errorCount = Object.keys(error.fields).length;
  return (
    <p ref={text} role="alert" tabIndex={-1} className="border-l-2 border-danger pl-4 text-small">
      {errorCount > 1 ? `${errorCount} fields need your attention.` : error.message}
    </p>
  );
}
