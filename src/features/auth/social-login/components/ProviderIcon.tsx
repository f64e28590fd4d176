import { SocialIcon } from '#ui/SocialIcon.tsx';

/** Google's logo by simple-icons (CC0), in a square of 24 units, rounded to tenths. */
const GOOGLE =
  'M12.5 11v3.2h7.8a7 7 0 0 1-1.8 4.1 8 8 0 0 1-6 2.4A8.6 8.6 0 0 1 3.9 12a8.6 8.6 0 0 1 14.5-6.4l2.3-2.3C18.7 1.4 16 0 12.5 0 5.9 0 .3 5.4.3 12S6 24 12.5 24a11 11 0 0 0 8.4-3.4 11 11 0 0 0 2.8-7.6q0-1.2-.2-2z';

/** Shows a provider's logo, or a key for providers without one (in the style of Lucide). */
export function ProviderIcon({ provider }: { provider: string }) {
  const className = 'size-5 shrink-0';
  if (provider === 'facebook' || provider === 'github') return <SocialIcon icon={provider} className={className} />;
  if (provider === 'google') {
    return (
      <svg viewBox="0 0 24 24" className={className} fill="currentColor" aria-hidden="true">
        <path d={GOOGLE} />
      </svg>
    );
  }
  return (
    <svg viewBox="0 0 24 24" className={className} fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M15.5 7.5l3 3L22 7l-3-3m2-2l-9.6 9.6" />
      <circle cx="7.5" cy="15.5" r="5.5" />
    </svg>
  );
}
