import {
  BookOpen,
  FileText,
  FolderKanban,
  House,
  LogOut,
  type LucideIcon,
  SunMoon,
  Tag,
  UserRound,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSignOut } from '#features/accounts/components/ComingAndGoing.tsx';
import type { User } from '#features/accounts/contract.ts';
import type { Person } from '#features/people/contract.ts';
import { useApi } from '#platform/pages/api.ts';
import type { Api } from '#shared/api.ts';
import { paths, withQuery } from '#shared/paths.ts';
import { pagesFor } from './dashboard-pages.ts';

/** Something that the palette offers. */
export interface Command {
  readonly id: string;
  readonly group: 'Dashboard' | 'People' | 'Actions' | 'The site';
  readonly label: string;
  readonly hint?: string;
  readonly keywords: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

const publicPages: readonly (readonly [label: string, path: string, icon: LucideIcon])[] = [
  ['Home page', paths.home, House],
  ['About me', paths.about, UserRound],
  ['Projects', paths.projects, FolderKanban],
  ['Pricing', paths.pricing, Tag],
  ['Blog', paths.blogs, BookOpen],
  ['Privacy policy', paths.privacyPolicy, FileText],
  ['Terms and conditions', paths.termsConditions, FileText],
];

const groupOrder = ['Dashboard', 'People', 'Actions', 'The site'] as const;

/** The commands that answer what was typed, in their groups: each word begins a word of the label or a keyword. */
export function groupsFor(commands: readonly Command[], query: string): { name: string; items: Command[] }[] {
  const words = wordsOf(query);
  const answering = commands.filter(({ group, label, keywords }) => {
    // Whom the site found may be called something else than was typed: it also looked at parts of words.
    if (group === 'People') return true;
    const own = wordsOf(`${label} ${keywords}`);
    return words.every(word => own.some(candidate => candidate.startsWith(word)));
  });
  return groupOrder
    .map(name => ({ name, items: answering.filter(command => command.group === name) }))
    .filter(group => group.items.length > 0);
}

function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase('en').split(/\s+/).filter(Boolean);
}

/** Everything that somebody may choose from, with the people that the owner's words find. */
export function useCommands(role: User['role'], query: string) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { people, state } = usePeople(role, query);
  const go = (path: string) => () => void navigate(path);
  const commands: Command[] = [
    ...pagesFor(role).map(({ label, path, keywords, icon }) => {
      return { id: path, group: 'Dashboard' as const, label, keywords, icon, run: go(path) };
    }),
    ...people.map(({ id, name, email }) => {
      const path = withQuery(paths.allUsers, { search: email });
      return { id, group: 'People' as const, label: name, hint: email, keywords: '', icon: UserRound, run: go(path) };
    }),
    {
      id: 'theme',
      group: 'Actions',
      label: 'Switch between dark and light',
      keywords: 'theme mode toggle',
      icon: SunMoon,
      // The theme is the document's, and its button the one way to switch it.
      run: () => document.querySelector<HTMLElement>('[data-theme-toggle]')?.click(),
    },
    {
      id: 'log-out',
      group: 'Actions',
      label: 'Log out',
      keywords: 'sign out logout',
      icon: LogOut,
      run: () => void signOut(),
    },
    ...publicPages.map(([label, path, icon]) => {
      return { id: path, group: 'The site' as const, label, keywords: 'public site view', icon, run: go(path) };
    }),
  ];
  return { commands, state };
}

/** People are looked for when nothing was typed for so many milliseconds. */
const TYPING_PAUSE = 200;

/** Fewer letters would find nearly everybody. */
const FEWEST_LETTERS = 2;

interface Found {
  readonly query: string;
  readonly people: readonly Person[];
  readonly failed: boolean;
}

function usePeople(role: User['role'], typed: string) {
  const api = useApi();
  const [found, setFound] = useState<Found>({ query: '', people: [], failed: false });
  const query = role === 'owner' && typed.trim().length >= FEWEST_LETTERS ? typed.trim() : '';
  useEffect(() => {
    if (!query) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void findPeople(api, query).then(answer => wanted && setFound(answer));
    }, TYPING_PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [api, query]);
  const current = found.query === query;
  const state: 'idle' | 'searching' | 'failed' = !query
    ? 'idle'
    : current
      ? found.failed
        ? 'failed'
        : 'idle'
      : 'searching';
  return { people: query && current ? found.people : [], state };
}

async function findPeople(api: Api, query: string): Promise<Found> {
  try {
    const { items } = await api.people.list({ search: query, pageSize: 5 });
    return { query, people: items, failed: false };
  } catch {
    return { query, people: [], failed: true };
  }
}
