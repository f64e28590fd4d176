import type { LucideIcon } from 'lucide-react';
import BookUser from 'lucide-react/icons/book-user';
import BookOpen from 'lucide-react/icons/book-open';
import FileText from 'lucide-react/icons/file-text';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import PenLine from 'lucide-react/icons/pen-line';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import SunMoon from 'lucide-react/icons/sun-moon';
import Tag from 'lucide-react/icons/tag';
import UserRound from 'lucide-react/icons/user-round';
import { useNavigate } from 'react-router';
import { useSignOut } from '#features/auth/browser.ts';
import type { User } from '#features/auth/contract.ts';
import { getClientName } from '#features/clients/browser.ts';
import { statusLabels } from '#features/publishing/contract/status.ts';
import { sectionDefinitions } from '#features/site/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { listNavPages, usePreload } from './nav.ts';
import { useCommandSearch } from './use-command-search.ts';

const groupOrder = ['Dashboard', 'Clients', 'People', 'Actions', 'Site', 'Edit', 'Posts and projects'] as const;

export interface Command {
  readonly id: string;
  readonly group: (typeof groupOrder)[number];
  readonly label: string;
  readonly hint?: string;
  readonly keywords: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** Called when the command is highlighted, to load the code of its page. */
  readonly preload?: () => void;
  /** Found by the server, which may match misspelled words or the full text. */
  readonly isSearchResult?: true;
}

/** Items that the owner can create from the palette. */
const newItems: readonly (readonly [label: string, path: string, keywords: string])[] = [
  ['New invoice', dashboardPaths.newInvoice, 'write bill create add'],
  ['New credit note', dashboardPaths.newCreditNote, 'refund correct cancel invoice create add'],
  ['New quote', dashboardPaths.newOrder, 'offer proposal estimate create add'],
  ['New order', withQuery(dashboardPaths.newOrder, { as: 'order' }), 'agreed record create add'],
  ['New client', dashboardPaths.newClient, 'customer company contact create add'],
];

const publicPages: readonly (readonly [label: string, path: string, icon: LucideIcon])[] = [
  ['Home page', paths.home, House],
  ['About me', paths.about, UserRound],
  ['Projects', paths.projects, FolderKanban],
  ['Pricing', paths.pricing, Tag],
  ['Blog', paths.blogs, BookOpen],
  ['Contact', paths.contact, Mail],
  ['Search', paths.search, Search],
  ['Privacy policy', paths.privacyPolicy, FileText],
  ['Terms and conditions', paths.termsConditions, FileText],
];

/** Returns the matching commands by group: each typed word must begin a word of the label or a keyword. */
export function groupCommands(commands: readonly Command[], query: string): { name: string; items: Command[] }[] {
  const words = splitWords(query);
  const matching = commands.filter(({ isSearchResult, label, keywords }) => {
    if (isSearchResult) return true;
    const terms = splitWords(`${label} ${keywords}`);
    return words.every(word => terms.some(candidate => candidate.startsWith(word)));
  });
  return groupOrder
    .map(name => ({ name, items: matching.filter(command => command.group === name) }))
    .filter(group => group.items.length > 0);
}

function splitWords(text: string): string[] {
  return text.toLocaleLowerCase('en').split(/\s+/).filter(Boolean);
}

/** Returns all commands of a role, with search results for the query. */
export function useCommands(role: User['role'], query: string) {
  const navigate = useNavigate();
  const preloadPage = usePreload();
  const signOut = useSignOut();
  const { results, searching, failed } = useCommandSearch(role, query);
  const go = (path: string) => () => void navigate(path);
  const commands: Command[] = [
    ...listNavPages(role).map(page => {
      const { label, path, keywords, icon } = page;
      const preload = () => preloadPage(path);
      return { id: path, group: 'Dashboard' as const, label, keywords, icon, run: go(path), preload };
    }),
    ...(role === 'owner' ? sectionDefinitions : []).map(({ slug, title, description }) => {
      const path = dashboardPaths.siteSection(slug);
      return {
        id: path,
        group: 'Dashboard' as const,
        label: `Edit ${title.toLowerCase()}`,
        keywords: description,
        icon: FileText,
        run: go(path),
      };
    }),
    ...results.clients.map(client => {
      const path = dashboardPaths.client(client.id);
      const preload = () => preloadPage(path);
      const hint = client.emails[0] ?? '';
      return result('Clients', {
        id: path,
        label: getClientName(client),
        hint,
        icon: BookUser,
        run: go(path),
        preload,
      });
    }),
    ...results.people.map(({ id, name, email }) => {
      const path = withQuery(dashboardPaths.allUsers, { search: email });
      return result('People', { id, label: name, hint: email, icon: UserRound, run: go(path) });
    }),
    ...results.texts.map(({ title, status, editorPath }) => {
      const preload = () => preloadPage(editorPath);
      const hint = statusLabels[status];
      return result('Edit', { id: editorPath, label: title, hint, icon: PenLine, run: go(editorPath), preload });
    }),
    ...results.hits.map(({ kind, path, title, category }) => {
      const icon = kind === 'posts' ? BookOpen : FolderKanban;
      return result('Posts and projects', { id: path, label: title, hint: category, icon, run: go(path) });
    }),
    ...(role === 'owner' ? newItems : []).map(([label, path, keywords]) => {
      return { id: path, group: 'Actions' as const, label, keywords, icon: Plus, run: go(path) };
    }),
    {
      id: 'theme',
      group: 'Actions',
      label: 'Switch between dark and light theme',
      keywords: 'mode toggle',
      icon: SunMoon,
      // The theme belongs to the document; its button is the only way to switch it.
      run: () => document.querySelector<HTMLElement>('[data-theme-toggle]')?.click(),
    },
    {
      id: 'log-out',
      group: 'Actions',
      label: 'Sign out',
      keywords: 'log out logout',
      icon: LogOut,
      run: () => void signOut(),
    },
    ...publicPages.map(([label, path, icon]) => {
      return { id: path, group: 'Site' as const, label, keywords: 'the public site view', icon, run: go(path) };
    }),
  ];
  if (results.remainingHitCount > 0) {
    commands.push(
      result('Posts and projects', {
        id: 'further hits',
        label: `${results.remainingHitCount} more for “${query.trim()}”`,
        icon: Search,
        run: go(withQuery(paths.search, { q: query.trim() })),
      }),
    );
  }
  return { commands, searching, failed };
}

function result(group: Command['group'], command: Omit<Command, 'group' | 'keywords' | 'isSearchResult'>): Command {
  return { ...command, group, keywords: '', isSearchResult: true };
}
