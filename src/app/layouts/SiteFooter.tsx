import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { SiteBrand, type SiteLayoutData } from './SiteBrand.tsx';
import { SocialIcon } from '#ui/SocialIcon.tsx';

const heading = 'meta mb-3 uppercase tracking-widest';
const quietLink = 'inline-flex min-h-11 items-center text-ink-soft no-underline hover:text-accent';

export function SiteFooter({ profile, navItems, links, appearance, year }: Omit<SiteLayoutData, 'siteUrl'>) {
  return (
    <footer className="site-footer mt-28 border-t border-rule bg-sunken text-small">
      <div className="frame grid gap-x-8 gap-y-12 py-14 sm:grid-cols-2 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <SiteBrand name={profile.name} logo={appearance.logo} className="text-h3" />
          {profile.footerDescription && (
            <p className="mt-4 max-w-[20em] text-balance text-ink-soft">{profile.footerDescription}</p>
          )}
          <address className="mt-3 not-italic text-ink-soft">
            {profile.address && <p className="flex min-h-11 items-center">{profile.address}</p>}
            <p>
              <a className={quietLink} href={`mailto:${profile.email}`}>
                {profile.email}
              </a>
            </p>
            {profile.phone && (
              <p>
                <a className={quietLink} href={`tel:${profile.phone.replace(/[^+\d]/g, '')}`}>
                  {profile.phone}
                </a>
              </p>
            )}
          </address>
        </div>
        <nav aria-label="Footer" className="lg:col-span-3">
          <h2 className={heading}>Navigation</h2>
          <ul>
            {navItems.map(item => (
              <li key={item.href}>
                <Link className={quietLink} to={item.href}>
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="lg:col-span-4">
          <h2 className={heading}>Get the latest updates</h2>
          <form method="post" action={paths.newsletter}>
            <label htmlFor="updates" className="text-ink-soft">
              New posts and news by email
            </label>
            <div className="mt-2 flex gap-2">
              <input
                id="updates"
                className="field min-w-0"
                type="email"
                name="email"
                placeholder="Your Email Address"
                autoComplete="email"
                required
              />
              <input name="website" hidden />
              <button type="submit" className="button">
                Send
              </button>
            </div>
          </form>
          <p className="mt-3 text-ink-soft">
            Or subscribe with{' '}
            <a className="link" href={paths.rss}>
              RSS
            </a>
            ,{' '}
            <a className="link" href={paths.atom}>
              Atom
            </a>{' '}
            or{' '}
            <a className="link" href={paths.jsonFeed}>
              JSON Feed
            </a>
          </p>
          <ul className="mt-6 -ml-3 flex flex-wrap">
            {links.map(item => (
              <li key={item.icon}>
                <a
                  href={item.link}
                  target="_blank"
                  rel="noopener me"
                  data-tooltip={item.label}
                  aria-label={`${item.label} (opens in a new tab)`}
                  className="grid size-11 place-items-center text-ink-soft hover:text-accent"
                >
                  <SocialIcon icon={item.icon} className="size-5" />
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="frame">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-rule py-5">
          <p className="meta">
            © {year} {profile.name}
          </p>
          <p className="flex flex-wrap gap-x-6">
            <a className={`meta ${quietLink}`} href={paths.termsConditions} target="_blank" rel="noopener">
              User Terms &amp; Conditions
            </a>
            <a className={`meta ${quietLink}`} href={paths.privacyPolicy} target="_blank" rel="noopener">
              Privacy Policy
            </a>
          </p>
        </div>
      </div>
    </footer>
  );
}
