import ExternalLink from 'lucide-react/icons/external-link';
import LogOut from 'lucide-react/icons/log-out';
import { Link } from 'react-router';
import { useSignOut } from '#features/auth/browser.ts';
import type { User } from '#features/auth/contract.ts';
import { paths } from '#shared/paths.ts';
import { roleLabels } from '#shared/role-labels.ts';
import { Avatar } from '#ui/Avatar.tsx';

const itemClass =
  'flex min-h-11 w-full items-center lg:pointer-fine:min-h-9 gap-3 rounded-control px-3 text-left font-display text-small font-medium text-ink-soft no-underline hover:bg-raised hover:text-ink';

export function UserMenu({ person }: { person: User }) {
  const signOut = useSignOut();
  return (
    <div className="border-t border-rule pt-3">
      <div className="flex items-center gap-3 px-3 pb-2">
        <Avatar name={person.name} picture={person.avatar} />
        <p className="min-w-0 leading-snug">
          <span className="block truncate font-display text-small font-semibold">{person.name}</span>
          <span className="hint">{roleLabels[person.role]}</span>
        </p>
      </div>
      <Link to={paths.home} className={itemClass}>
        <ExternalLink className="size-4.5 shrink-0" aria-hidden="true" />
        View site
      </Link>
      <button type="button" data-needs-app="" className={itemClass} onClick={() => void signOut()}>
        <LogOut className="size-4.5 shrink-0" aria-hidden="true" />
        Sign out
      </button>
    </div>
  );
}
