import Search from 'lucide-react/icons/search';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { User } from '#features/auth/contract.ts';
import { toast } from '#ui/toast.ts';
import { iconButtonClass } from '../ThemeToggle.tsx';

type Palette = typeof import('./CommandPalette.tsx').default;

/** After so many milliseconds a page is taken to have come to rest. */
const PRELOAD_DELAY_MS = 1500;

/** The command palette, which its button opens, and Ctrl/⌘ K. */
export function useCommandPalette(role: User['role']): { open: () => void; element: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<Palette>();
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    if (Palette) return undefined;
    // What is typed right after the key must not be lost, so the code comes before, once the page has come to rest.
    const timer = setTimeout(
      () => {
        import('./CommandPalette.tsx').then(
          loaded => setPalette(() => loaded.default),
          () => {
            setOpen(false);
            if (isOpen) toast.error('The search could not be loaded. Check the connection and try again.');
          },
        );
      },
      isOpen ? 0 : PRELOAD_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [isOpen, Palette]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        setOpen(before => !before);
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return { open, element: Palette && isOpen && <Palette role={role} onClose={close} /> };
}

const nothingChanges = () => () => {};

/** What the palette's key is called on the reader's keyboard; on the server, nobody knows whose that is. */
function useModifierKeyLabel(): string {
  return useSyncExternalStore(
    nothingChanges,
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  );
}

interface PaletteOpenerProps {
  onOpen: () => void;
  /** Shows only the icon. */
  small?: boolean;
  className?: string;
}

/** Opens the command palette. */
export function CommandPaletteButton({ onOpen, small = false, className = '' }: PaletteOpenerProps) {
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
