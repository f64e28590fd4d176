// Inlined into every page. Runs before the first paint, so that theme and greeting don't change visibly.
(root => {
  let theme;
  let session;
  try {
    theme = localStorage.getItem('theme');
    session = localStorage.getItem('session');
  } catch {}
  root.classList.add(theme === 'light' ? 'light' : 'dark');
  if (session) root.classList.add('signed-in');
  // Pictures below the first ones wait for the first paint (base.css); bootstrap.ts removes the class.
  root.classList.add('unpainted');
})(document.documentElement);
