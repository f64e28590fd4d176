import { Link } from 'react-router';
import { ownerPaths } from '#shared/owner-paths.ts';

interface TwoStepUrgeProps {
  /** Since when they sign in in two steps (`api.twoSteps.status()`); null when they do not. */
  since: string | null;
  /** How many passkeys they have (`api.passkeys.list()`). */
  passkeys: number;
}

/** For the owner's home: urges somebody whom only a password guards to add a passkey or a second step. */
export function TwoStepUrge({ since, passkeys }: TwoStepUrgeProps) {
  if (since !== null || passkeys > 0) return null;
  return (
    <aside aria-label="Your account’s safety" className="border-l-2 border-accent py-1 pl-4">
      <p className="font-display font-semibold">Only a password guards this site</p>
      <p className="mt-1 max-w-[62ch] text-small text-ink-soft">
        Whoever learns it can read your clients’ orders and write in your name.{' '}
        <Link className="link" to={ownerPaths.updateProfile}>
          Add a passkey or two-step sign-in
        </Link>
        ; it takes a minute.
      </p>
    </aside>
  );
}
