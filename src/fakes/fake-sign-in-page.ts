import { escapeHtml } from '#platform/pages/html-document.ts';
import type { FakeUser } from './fake-openid-provider.ts';
import { renderFakePage } from './fake-page.ts';

/** One made-up user for each kind of account at a provider. */
const FAKE_USERS: readonly (FakeUser & { id: string; note: string })[] = [
  {
    id: 'verified',
    name: 'Nora Lindqvist',
    email: 'nora.lindqvist@mail.example',
    emailVerified: true,
    note: 'verified email',
  },
  {
    id: 'unverified',
    name: 'Tomas Reyes',
    email: 'tomas.reyes@mail.example',
    emailVerified: false,
    note: 'unverified email',
  },
  { id: 'bare', name: 'Kei Watanabe', email: '', emailVerified: false, note: 'no email' },
];

/** Renders the page to choose a user on. */
export function renderChoicePage(provider: string, error?: string): string {
  const label = escapeHtml(provider);
  const rows = FAKE_USERS.map(
    ({ id, name, email, note }) =>
      `<li><form method="post"><button name="person" value="${id}"><b>${name}</b><small>${email ? `${email}, ` : ''}${note}</small></button></form></li>`,
  );
  return renderFakePage({
    title: `Fake ${provider}`,
    label: `<b>This isn’t ${label}.</b> It’s a fake on this computer with made-up people for trying out sign-in.`,
    main: `<h1>Sign in to ${label} as</h1>
${error ? `<p class="error" role="alert">${escapeHtml(error)}</p>` : ''}
<ul>
${rows.join('\n')}
</ul>
<form method="post" class="row">
<button name="person" value="">Deny access</button>
<span class="soft">Don’t share anything with the site</span>
</form>
<h2>Someone else</h2>
<form method="post">
<label>Name <input type="text" name="name" maxlength="80" autocomplete="off"></label>
<label>Email <input type="email" name="email" maxlength="254" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="verified" value="yes" checked> ${label} has verified this address</label>
<button name="person" value="other">Continue as this person</button>
</form>`,
  });
}

/** Returns the chosen user (undefined if denied), or the form's error. */
export function parseChoice(form: URLSearchParams): { user: FakeUser | undefined } | { error: string } {
  const person = form.get('person');
  if (person === '') return { user: undefined };
  if (person !== 'other') {
    const chosen = FAKE_USERS.find(({ id }) => id === person);
    return chosen ? { user: chosen } : { error: 'Choose a person from the list.' };
  }
  const name = (form.get('name') ?? '').trim().slice(0, 80);
  const email = (form.get('email') ?? '').trim().slice(0, 254);
  if (name === '' && email === '') return { error: 'Enter a name or an email address.' };
  return { user: { name, email, emailVerified: form.get('verified') === 'yes' } };
}
