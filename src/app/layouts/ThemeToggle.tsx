import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';

/** How a control of the bar looks that shows only an icon. */
export const iconButtonClass =
  'grid size-11 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink active:bg-sunken';

/**
 * Switches the theme. It is the document's state, kept as a class on its root: both labels are here and CSS shows the
 * right one, so that the button is right before, without and after React.
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
