/** Provider logos by simple-icons (CC0), in a square of 24 units, rounded to tenths. */
const signs: Readonly<Record<string, string>> = {
  google:
    'M12.5 11v3.2h7.8a7 7 0 0 1-1.8 4.1 8 8 0 0 1-6 2.4A8.6 8.6 0 0 1 3.9 12a8.6 8.6 0 0 1 14.5-6.4l2.3-2.3C18.7 1.4 16 0 12.5 0 5.9 0 .3 5.4.3 12S6 24 12.5 24a11 11 0 0 0 8.4-3.4 11 11 0 0 0 2.8-7.6q0-1.2-.2-2z',
  facebook:
    'M9.1 23.7v-8H6.6V12h2.5v-1.5q-.1-6 5.9-6h1.4l1.2.3V8h-1.4q-1 0-1.7.3l-.7.6q-.3.6-.3 1.7V12h3.9l-.4 2.1-.3 1.6h-3.2V24a12 12 0 1 0-4.4-.3',
  github:
    'M12 .3a12 12 0 0 0-3.8 23.4q.8 0 .8-.6v-2c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8-1-.7.1-.7.1-.7 1.2 0 1.9 1.2 1.9 1.2 1 1.8 2.8 1.3 3.5 1q.1-1.2.7-1.6c-2.7-.3-5.5-1.3-5.5-6q0-1.9 1.3-3.1c-.2-.4-.6-1.6 0-3.2 0 0 1-.3 3.4 1.2a12 12 0 0 1 6 0c2.3-1.5 3.3-1.2 3.3-1.2.6 1.6.2 2.8 0 3.2q1.3 1.2 1.3 3.2c0 4.6-2.8 5.6-5.5 5.9q.8.5.9 2.2v3.3q-.1.6.8.6A12 12 0 0 0 12 .3',
};

/** Key icon for providers without a logo here (in the style of Lucide). */
const key = 'M15.5 7.5l3 3L22 7l-3-3m2-2l-9.6 9.6';

export function ProviderIcon({ provider }: { provider: string }) {
  const sign = signs[provider];
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5 shrink-0"
      fill={sign ? 'currentColor' : 'none'}
      stroke={sign ? 'none' : 'currentColor'}
      strokeWidth="2"
      aria-hidden="true"
    >
      {sign ? (
        <path d={sign} />
      ) : (
        <>
          <path d={key} />
          <circle cx="7.5" cy="15.5" r="5.5" />
        </>
      )}
    </svg>
  );
}
