// Inlined into every page. Runs before the first paint, so theme and greeting don't visibly change.
(root => {
  let theme;
  let session;
  try {
    theme = localStorage.getItem('theme');
    session = localStorage.getItem('session');
  } catch {}
  root.classList.add(theme === 'light' ? 'light' : 'dark');
  if (session) root.classList.add('signed-in');
  // Lazy pictures wait for the first paint (base.css). bootstrap.ts removes the class.
  root.classList.add('unpainted');
})(document.documentElement);
