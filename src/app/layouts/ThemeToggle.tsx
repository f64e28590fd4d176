import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';

/** Classes of an icon-only control in the header. */
export const iconButtonClass =
  'grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink active:bg-sunken';

/**
 * Toggles the theme, a class on the root element. Both labels are rendered and CSS shows the right one, so the button
 * is correct before, without and after hydration.
 */
export function ThemeToggle() {
  return (
    <button type="button" data-theme-toggle="" data-tooltip="Change theme" className={iconButtonClass}>
      <span className="theme-dark-only">
        <Sun className="size-5" aria-hidden="true" />
        <span className="sr-only">Switch to light mode</span>
      </span>
      <span className="theme-light-only">
        <Moon className="size-5" aria-hidden="true" />
        <span className="sr-only">Switch to dark mode</span>
      </span>
    </button>
  );
}
