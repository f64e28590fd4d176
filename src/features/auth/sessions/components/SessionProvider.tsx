import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useApi } from '#platform/pages/api-hooks.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { User } from '../../contract.ts';
import { getRefreshDelay } from '../rules/refresh.ts';

/** Whether somebody is signed in in this browser: not known until the first answer (specification, points 3 and 4). */
export type SessionState =
  | { readonly status: 'loading' | 'signed-out'; readonly user: null }
  | { readonly status: 'signed-in'; readonly user: User; readonly expiresAt: string };

interface SessionContextValue {
  readonly state: SessionState;
  /** Asks again, and has the site's other tabs ask again. With `leaving`, this tab goes elsewhere by itself. */
  readonly announceChange: (how?: 'leaving') => void;
}

const SessionContext = createContext<SessionContextValue>({
  state: { status: 'loading', user: null },
  announceChange: () => {},
});

/** Who is signed in. */
export function useSession(): SessionContextValue {
  return use(SessionContext);
}

/** The tabs of this site tell each other here that somebody signed in or out. */
const SESSION_CHANNEL = 'session';

/** Knows who is signed in, keeps the session from ending while a tab is open, and listens to the other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const [state, setState] = useState<SessionState>({ status: 'loading', user: null });
  const channel = useRef<BroadcastChannel>(undefined);

  const ask = useCallback(async () => {
    try {
      const { user, expiresAt } = await api.accounts.session();
      setState(user && expiresAt ? { status: 'signed-in', user, expiresAt } : { status: 'signed-out', user: null });
      setSignedInHint(user !== null);
    } catch (error) {
      // Out of reach, nobody knows; what stands here stays.
      console.warn('Could not ask who is signed in.', error);
    }
  }, [api]);

  useEffect(() => {
    const tabs = new BroadcastChannel(SESSION_CHANNEL);
    channel.current = tabs;
    tabs.addEventListener('message', () => void ask());
    // The answer comes later, so this sets no state while the effect runs.
    // oxlint-disable-next-line react/set-state-in-effect
    void ask();
    return () => tabs.close();
  }, [ask]);

  const leaving = useRef(false);
  useReloadOnUserChange(state, leaving);
  useSessionRefresh(state, ask);

  const broadcastSessionChange = useCallback(
    (how?: 'leaving') => {
      leaving.current = how === 'leaving';
      channel.current?.postMessage('changed');
      void ask();
    },
    [ask],
  );
  const session = useMemo(() => ({ state, announceChange: broadcastSessionChange }), [state, broadcastSessionChange]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Notes for the pages to come, which are the same for everyone, whether they greet somebody who is signed in (theme.js). */
function setSignedInHint(signedIn: boolean): void {
  document.documentElement.classList.toggle('signed-in', signedIn);
  try {
    if (signedIn) localStorage.setItem('session', 'open');
    else localStorage.removeItem('session');
  } catch {
    // Storage may be forbidden; pages then offer to sign in, which leads to the dashboard.
  }
}

/** A page that was somebody's is not left standing when they have signed out, or somebody else came, in another tab. */
function useReloadOnUserChange(state: SessionState, leaving: RefObject<boolean>): void {
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    const changed = was.status === 'signed-in' && was.user.id !== state.user?.id;
    if (changed && !leaving.current && location.pathname.startsWith(paths.dashboard)) location.reload();
  }, [state, leaving]);
}

/** Refreshes the session some minutes before it would end, and again after a growing while when that failed. */
function useSessionRefresh(state: SessionState, ask: () => Promise<void>): void {
  const api = useApi();
  const [failures, setFailures] = useState(0);
  const expiresAt = state.status === 'signed-in' ? state.expiresAt : undefined;
  useEffect(() => {
    if (!expiresAt) return undefined;
    const refresh = async () => {
      try {
        await api.accounts.refreshSession();
        setFailures(0);
      } catch (error) {
        if (!(ApiError.is(error) && error.status === 401)) return setFailures(count => count + 1);
      }
      await ask();
    };
    const timer = setTimeout(() => void refresh(), getRefreshDelay(Date.parse(expiresAt), Date.now(), failures));
    return () => clearTimeout(timer);
  }, [api, ask, expiresAt, failures]);
}
