import Search from 'lucide-react/icons/search';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { User } from '#features/auth/contract.ts';
import { toast } from '#ui/toast.ts';
import { iconButtonClass } from '../ThemeToggle.tsx';

type Palette = typeof import('./CommandPalette.tsx').default;

/** Milliseconds after which a page counts as settled. */
const PRELOAD_DELAY_MS = 1500;

/** Manages the command palette, opened by its button or Ctrl/⌘ K. */
export function useCommandPalette(role: User['role']): { open: () => void; element: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<Palette>();
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    if (Palette) return undefined;
    // Preload the code once the page has settled, so keys typed right after the shortcut aren't lost.
    const timer = setTimeout(
      () => {
        import('./CommandPalette.tsx').then(
          loaded => setPalette(() => loaded.default),
          () => {
            setOpen(false);
            if (isOpen) toast.error('Search couldn’t be loaded. Check your connection and try again.');
          },
        );
      },
      isOpen ? 0 : PRELOAD_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [isOpen, Palette]);
  // A layout effect, since the shortcut could be pressed as soon as the page is displayed.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The editor has its own shortcut, and a modal dialog would cover the palette.
      if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        setOpen(previous => !previous);
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { open, element: Palette && isOpen && <Palette role={role} onClose={close} /> };
}

const subscribeNever = () => () => {};

/** Returns the label of the reader's modifier key; the server can't know the platform. */
function useModifierKeyLabel(): string {
  return useSyncExternalStore(
    subscribeNever,
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  );
}

interface CommandPaletteButtonProps {
  onOpen: () => void;
  /** Whether to show only the icon. */
  small?: boolean;
  className?: string;
}

export function CommandPaletteButton({ onOpen, small = false, className = '' }: CommandPaletteButtonProps) {
  const modifier = useModifierKeyLabel();
  if (small) {
    return (
      <button
        type="button"
        data-needs-app=""
        aria-label="Search pages, actions, people and posts"
        data-tooltip="Search"
        className={iconButtonClass}
        onClick={onOpen}
      >
        <Search className="size-5" aria-hidden="true" />
      </button>
    );
  }
  return (
    <button
      type="button"
      data-needs-app=""
      aria-keyshortcuts="Control+K Meta+K"
      className={`flex min-h-11 items-center gap-2.5 rounded-control border border-rule bg-ground px-3 text-small text-ink-faint hover:border-rule-strong hover:text-ink ${className}`}
      onClick={onOpen}
    >
      <Search className="size-4 shrink-0" aria-hidden="true" />
      <span className="flex-1 text-left">Search…</span>
      <kbd className="meta" aria-hidden="true">
        {modifier} K
      </kbd>
    </button>
  );
}
