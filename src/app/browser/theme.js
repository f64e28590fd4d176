// Inlined into every page after its style. Runs before the first paint so that theme, greeting and fonts never change
// in front of the reader.
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
  if (arrival !== 'navigate' || location.hash) return;
  root.classList.add('partial');

  // Faces are `font-display: optional`: whichever is missing at the first layout is used from the next page on.
  root.classList.add('awaiting-fonts');
  const show = () => root.classList.remove('awaiting-fonts');
  const families = ['Bricolage Grotesque', 'Source Serif 4', 'Spline Sans Mono'];
  Promise.all(families.map(family => document.fonts.load(`1em "${family}"`))).then(show, show);
  setTimeout(show, 500);
})(document.documentElement);
