import { siDiscord, siFacebook, siGithub, siInstagram, siX } from 'simple-icons';

const paths = {
  facebook: siFacebook.path,
  instagram: siInstagram.path,
  github: siGithub.path,
  x: siX.path,
  discord: siDiscord.path,
} as const;

/** The sign of a social network. */
export function SocialIcon({ icon, className }: { icon: keyof typeof paths; className: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="currentColor" aria-hidden="true">
      <path d={paths[icon]} />
    </svg>
  );
}
