/** Says that there is no mail server. */
export function OnlyKept() {
  return (
    <p className="mt-6 max-w-[64ch] border-l-2 border-accent pl-4 text-small">
      No mail server is set, so mails are only kept here. Set <code className="font-mono">SMTP_URL</code> and{' '}
      <code className="font-mono">MAIL_FROM</code>, and start again: what waits then goes out by itself.
    </p>
  );
}
