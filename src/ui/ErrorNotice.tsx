/** Announces an error immediately; renders nothing without a message. */
export function ErrorNotice({
  message,
  className = '',
}: {
  message: string | false | null | undefined;
  className?: string;
}) {
  if (!message) return null;
  return (
    <p role="alert" className={`border-l-2 border-danger pl-4 text-small ${className}`}>
      {message}
    </p>
  );
}
