// Runs before the first paint, inlined into every page, so that neither theme nor greeting changes in front of the reader.
(root => {
  let theme;
  let session;
  try {
    theme = localStorage.getItem('theme');
    session = localStorage.getItem('session');
  } catch {}
  root.classList.add(theme === 'light' ? 'light' : 'dark');
  if (session) root.classList.add('signed-in');

  // What may wait for the first paint (base.css); unless the reader arrives in the middle of the page.
  const arrival = performance.getEntriesByType('navigation')[0]?.type;
  root.classList.add('unpainted');
  if (arrival === 'navigate' && !location.hash) root.classList.add('partial');
})(document.documentElement);
