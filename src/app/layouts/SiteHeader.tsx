import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { SiteBrand, type SiteLayoutData } from './SiteBrand.tsx';
import { MenuButton } from './MenuButton.tsx';
import { iconButtonClass, ThemeToggle } from './ThemeToggle.tsx';

// Pages are the same for everyone, so theme.js marks the signed-in state on the root element. The linked page redirects
// signed-in users to the dashboard.
const loginLabel = (
  <>
    <span className="signed-out-only">Login</span>
    <span className="signed-in-only">Dashboard</span>
  </>
);

interface NavLinkProps {
  href: string;
  className: string;
  children: ReactNode;
}

/** Marked as current on its own page and on those below it. */
function NavLink({ href, className, children }: NavLinkProps) {
  const { pathname } = useLocation();
  const isBelow = pathname.startsWith(`${href}/`) || (href === paths.blogs && pathname.startsWith(paths.post('')));
  return (
    <Link to={href} aria-current={pathname === href ? 'page' : isBelow ? 'true' : undefined} className={className}>
      {children}
    </Link>
  );
}

interface SiteHeaderProps {
  name: string;
  navItems: readonly { label: string; href: string }[];
  appearance: SiteLayoutData['appearance'];
}

/**
 * Site header: brand, navigation and theme. On small screens the navigation is a popover, which works without
 * JavaScript.
 */
export function SiteHeader({ name, navItems, appearance }: SiteHeaderProps) {
  return (
    <header className={`site-header accent-${appearance.accent} sticky top-0 z-20 h-16 border-b border-rule bg-ground`}>
      <div className="frame flex h-full items-center justify-between gap-3">
        <SiteBrand name={name} logo={appearance.logo} className="min-h-11 text-h4" />
        <div className="flex shrink-0 items-center sm:gap-1">
          <nav aria-label="Main" className="hidden lg:block">
            <ul className="flex items-center gap-1">
              {navItems.map(item => (
                <li key={item.href}>
                  <NavLink
                    href={item.href}
                    className="relative flex min-h-11 items-center px-3 font-display text-small font-medium text-ink-soft no-underline hover:text-ink aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-1.5 aria-[current]:after:border-b-2 aria-[current]:after:border-accent"
                  >
                    {item.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <Link to={paths.search} aria-label="Search" data-tooltip="Search" className={iconButtonClass}>
            <Search className="size-5" aria-hidden="true" />
          </Link>
          <ThemeToggle />
          <Link to={paths.login} className="button ml-2 hidden sm:inline-flex">
            {loginLabel}
          </Link>
          <MenuButton />
        </div>
      </div>
      {/* Without it, a first paint while the page is loading shows part of the navigation, which then moves. */}
      <link rel="expect" href="#site-menu" blocking="render" />
      <nav id="site-menu" popover="auto" aria-label="Menu">
        <ul>
          {navItems.map(item => (
            <li key={item.href} className="border-b border-rule sm:last:border-0">
              <NavLink
                href={item.href}
                className="flex min-h-14 items-center font-display text-h3 font-semibold no-underline aria-[current]:text-accent"
              >
                {item.label}
              </NavLink>
            </li>
          ))}
          <li className="sm:hidden">
            <NavLink
              href={paths.login}
              className="flex min-h-14 items-center font-display text-h3 font-semibold no-underline aria-[current]:text-accent"
            >
              {loginLabel}
            </NavLink>
          </li>
        </ul>
      </nav>
    </header>
  );
}
