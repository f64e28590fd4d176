import type { ReactNode } from 'react';
import { AuthFooter, AuthLayout } from '../../components/AuthLayout.tsx';
import { paths } from '#shared/paths.ts';
import { ParticleBackground } from '#ui/ParticleBackground.tsx';

/** How long these pages show an error, in milliseconds (specification, point 9). */
export const ERROR_DURATION_MS = 5000;

interface ResetScreenProps {
  title: string;
  subtitle: ReactNode;
  /** Text before the link to the login page. */
  loginPrompt: string;
  children: ReactNode;
}

/** Lays out the three password reset pages, with the link back to the login page. */
export function PasswordResetLayout({ title, subtitle, loginPrompt, children }: ResetScreenProps) {
  return (
    <div className="relative isolate min-h-[calc(100vh-4rem)] pb-20 [&>canvas]:opacity-40 lg:[&>canvas]:[mask-image:linear-gradient(to_right,black_12%,transparent_34%,transparent_66%,black_88%)] lg:[&>canvas]:opacity-100">
      <ParticleBackground kind="cobweb" count={100} />
      <AuthLayout title={title} subtitle={subtitle}>
        {children}
        <AuthFooter text={loginPrompt} to={paths.login} label="Login" />
      </AuthLayout>
    </div>
  );
}
