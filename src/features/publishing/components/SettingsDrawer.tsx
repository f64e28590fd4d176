import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef } from 'react';

interface SettingsDrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the settings next to the text on wide screens and over it on others. */
export function SettingsDrawer({ open, onClose, children }: SettingsDrawerProps) {
  const drawer = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open && !wasOpen.current) drawer.current?.focus({ preventScroll: true });
    wasOpen.current = open;
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drawer.current?.contains(document.activeElement)) onClose();
    };
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  });
  return (
    <aside
      ref={drawer}
      id="text-settings"
      tabIndex={-1}
      aria-label="Settings"
      className={`settings-sheet min-w-0 outline-none ${open ? 'open' : ''}`}
    >
      <div className="sticky top-0 z-10 -mt-2 flex items-center justify-between bg-ground py-2 xl:hidden">
        <p className="font-display text-small font-semibold">Settings</p>
        <button
          type="button"
          className="-mr-3 grid size-11 place-items-center text-ink-soft hover:text-ink"
          onClick={onClose}
        >
          <X className="size-5" aria-hidden="true" />
          <span className="sr-only">Close settings</span>
        </button>
      </div>
      {children}
    </aside>
  );
}
