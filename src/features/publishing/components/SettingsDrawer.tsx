import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

interface SettingsDrawerProps {
  /** Undefined while it is closed. A new object moves the focus to a field: by its name, or the first invalid one. */
  target: { readonly field?: string } | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the settings next to the text on wide screens and over it on others. Moves the focus in and back out. */
export function SettingsDrawer({ target, onClose, children }: SettingsDrawerProps) {
  const drawer = useRef<HTMLElement>(null);
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    const { target: pressed } = event;
    if (event.key !== 'Escape' || event.defaultPrevented || !(pressed instanceof Element)) return;
    const coversText = drawer.current && getComputedStyle(drawer.current).position === 'fixed';
    if (drawer.current?.contains(pressed) || (coversText && !pressed.closest('dialog'))) onClose();
  });
  useEffect(() => {
    const element = drawer.current;
    if (!target || !element) return undefined;
    const opener = document.activeElement;
    const selector = target.field ? `[name="${target.field}"]` : '[aria-invalid="true"]';
    const field = element.querySelector<HTMLElement>(selector);
    if (field) field.focus();
    else element.focus({ preventScroll: true });
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('keydown', closeByKey);
      const { activeElement } = document;
      const isFocusLost = activeElement === document.body || element.contains(activeElement);
      if (isFocusLost && opener instanceof HTMLElement) opener.focus();
    };
  }, [target]);
  return (
    <aside
      ref={drawer}
      id="text-settings"
      tabIndex={-1}
      aria-label="Settings"
      className={`settings-drawer min-w-0 outline-none ${target ? 'open' : ''}`}
    >
      <div className="sticky top-0 z-10 flex items-center justify-between bg-ground pb-2">
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
