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
import { storeText } from '#ui/stored-text.ts';
import type { User } from '../../contract.ts';
import { getRefreshDelay } from '../rules/refresh.ts';

/** Session of this browser; `loading` until the first response (specification, points 3 and 4). */
export type SessionState =
  | { readonly status: 'loading' | 'signed_out'; readonly user: null }
  | { readonly status: 'signed_in'; readonly user: User; readonly expiresAt: string };

interface SessionContextValue {
  readonly state: SessionState;
  /** Reloads the session here and in other tabs. With `leaving`, this tab is about to navigate away. */
  readonly announceChange: (how?: 'leaving') => void;
}

const SessionContext = createContext<SessionContextValue>({
  state: { status: 'loading', user: null },
  announceChange: () => {},
});

export function useSession(): SessionContextValue {
  return use(SessionContext);
}

/** BroadcastChannel on which tabs announce sign-in and sign-out. */
const SESSION_CHANNEL = 'session';

/** Provides the session, refreshes it while a tab is open, and follows changes in other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const [state, setState] = useState<SessionState>({ status: 'loading', user: null });
  const channel = useRef<BroadcastChannel>(undefined);

  const ask = useCallback(async () => {
    try {
      const { user, expiresAt } = await api.auth.getSession();
      setState(user && expiresAt ? { status: 'signed_in', user, expiresAt } : { status: 'signed_out', user: null });
      setSignedInHint(user !== null);
    } catch (error) {
      // Keep the current state when the API can't be reached.
      console.warn('Could not load the session.', error);
    }
  }, [api]);

  useEffect(() => {
    const tabs = new BroadcastChannel(SESSION_CHANNEL);
    channel.current = tabs;
    tabs.addEventListener('message', () => void ask());
    // The response arrives later, so this sets no state while the effect runs.
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

/** Stores whether someone is signed in for the next pages, whose cached HTML is the same for everyone (theme.js). */
function setSignedInHint(signedIn: boolean): void {
  document.documentElement.classList.toggle('signed-in', signedIn);
  // If storage is disabled, pages show "sign in", which leads to the dashboard.
  storeText('session', signedIn ? 'open' : '');
}

/** Reloads private pages after a sign-out or a user change in another tab. */
function useReloadOnUserChange(state: SessionState, leaving: RefObject<boolean>): void {
  const before = useRef(state);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    const changed = was.status === 'signed_in' && was.user.id !== state.user?.id;
    if (changed && !leaving.current && location.pathname.startsWith(paths.dashboard)) location.reload();
  }, [state, leaving]);
}

/** Refreshes the session before it expires, and retries with backoff. */
function useSessionRefresh(state: SessionState, ask: () => Promise<void>): void {
  const api = useApi();
  const [failures, setFailures] = useState(0);
  const expiresAt = state.status === 'signed_in' ? state.expiresAt : undefined;
  useEffect(() => {
    if (!expiresAt) return undefined;
    const refresh = async () => {
      try {
        await api.auth.refreshSession();
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
