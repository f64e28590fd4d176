import { Autocomplete } from '@base-ui/react/autocomplete';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef, useState } from 'react';
import type { User } from '#features/auth/contract.ts';
import { findMainHeading } from '#ui/use-focus-heading.ts';
import { type Command, groupCommands, useCommands } from './commands.ts';

interface CommandPaletteProps {
  role: User['role'];
  onClose: () => void;
}

/**
 * Command palette: pages, actions, clients, people, posts and projects. Mounted only while open, so it never shows the previous
 * query.
 */
export default function CommandPalette({ role, onClose }: CommandPaletteProps) {
  const [focusedBefore] = useState(() => document.activeElement !== document.body && document.activeElement);
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open onOpenChange={onClose}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-sunken/70" />
          <Dialog.Popup
            finalFocus={() => (focusedBefore instanceof HTMLElement ? focusedBefore : findMainHeading())}
            className="fixed inset-x-3 top-[min(12dvh,6rem)] z-50 mx-auto flex max-h-[min(70dvh,34rem)] max-w-[38rem] flex-col overflow-hidden rounded-control border border-rule-strong bg-ground text-ink shadow-raised"
          >
            <Dialog.Title className="sr-only">Search pages, actions, people and posts</Dialog.Title>
            <CommandSearch role={role} onDone={onClose} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

function CommandSearch({ role, onDone }: { role: User['role']; onDone: () => void }) {
  const [query, setQuery] = useState('');
  const { commands, searching, failed } = useCommands(role, query);
  const groups = groupCommands(commands, query);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // The dialog moves focus a frame later; keys typed until then would be lost.
  useLayoutEffect(() => input.current?.focus(), []);
  const choose = (command: Command) => {
    onDone();
    command.run();
  };
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={groups}
      value={query}
      onValueChange={setQuery}
      autoHighlight="always"
      keepHighlight
      onItemHighlighted={command => command?.preload?.()}
      itemToStringValue={(command: Command) => command.label}
    >
      <div className="flex items-center gap-3 border-b border-rule px-4">
        <Search className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
        <Autocomplete.Input
          ref={input}
          aria-label="Search pages, actions, people and posts"
          placeholder={role === 'owner' ? 'Search pages, actions, people and posts' : 'Search pages, actions and posts'}
          enterKeyHint="go"
          className="min-h-14 min-w-0 flex-1 bg-transparent text-ellipsis font-display text-body outline-none placeholder:text-ink-faint"
        />
        <Dialog.Close
          className="-mr-2.5 grid size-11 place-items-center text-ink-faint hover:text-ink"
          aria-label="Close"
        >
          <X className="size-5" aria-hidden="true" />
        </Dialog.Close>
      </div>
      <Autocomplete.Status className="sr-only">
        {groups.reduce((sum, group) => sum + group.items.length, 0)} found
      </Autocomplete.Status>
      <Autocomplete.List ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 empty:hidden">
        {(group: (typeof groups)[number]) => (
          <Autocomplete.Group key={group.name} items={group.items} className="pb-2 last:pb-0">
            <Autocomplete.GroupLabel className="hint px-3 pt-2 pb-1">{group.name}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => choose(command)}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 data-highlighted:bg-accent-wash"
                >
                  <command.icon className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
                  <span className="min-w-0 flex-1 items-center gap-3 sm:flex">
                    <span className="block flex-1 truncate font-display text-small font-medium">{command.label}</span>
                    {command.hint && <span className="meta block truncate text-ink-soft">{command.hint}</span>}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      {(searching || failed.length > 0 || groups.length === 0) && (
        <p className="hint border-t border-rule px-5 py-3">
          {searching && 'Searching…'}
          {failed.length > 0 && `Couldn’t search ${failed.join(', ')}. Check your connection and try again.`}
          {!searching && failed.length === 0 && 'No results. Try a shorter search.'}
        </p>
      )}
    </Autocomplete.Root>
  );
}
