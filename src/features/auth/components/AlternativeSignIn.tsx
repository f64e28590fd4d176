import type { ReactNode } from 'react';

/** Renders the passwordless sign-in options below the form; hidden when empty (base.css). */
export function AlternativeSignIn({ children }: { children: ReactNode }) {
  return (
    <div className="other-ways mt-8 gap-3">
      <p className="meta mb-2 flex items-center gap-4 after:h-px after:flex-1 after:bg-rule">or</p>
      {children}
    </div>
  );
}
