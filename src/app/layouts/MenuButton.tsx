import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { iconButtonClass } from './ThemeToggle.tsx';

/** Toggles the popover `site-menu` on small screens; works without JavaScript. */
export function MenuButton() {
  return (
    <button type="button" popoverTarget="site-menu" className={`${iconButtonClass} -mr-2.5 lg:hidden`}>
      <span className="menu-open">
        <Menu className="size-6" aria-hidden="true" />
        <span className="sr-only">Open navigation menu</span>
      </span>
      <span className="menu-close">
        <X className="size-6" aria-hidden="true" />
        <span className="sr-only">Close navigation menu</span>
      </span>
    </button>
  );
}
