/** Matches a number, letter or Roman numeral that Word writes before an item. */
const NUMBER = /^\(?(?:(\d{1,4})|[a-z]|[ivxlc]{1,7})[.)]/i;
const BULLET = /^[·•o§▪–\-\uF0A7\uF0B7à]/;

/** Converts Word paragraphs with list styles to nested lists by their level (`mso-list:l0 level2 lfo1`). */
export function convertWordLists(page: Document): void {
  let open: { list: HTMLElement; level: number; ordered: boolean }[] = [];
  let root: Element | undefined;
  for (const { paragraph, level, ordered, start } of findWordItems(page)) {
    if (root === undefined || paragraph.previousElementSibling !== root) open = [];
    const shared = open.filter(entry => entry.level < level || (entry.level === level && entry.ordered === ordered));
    const parent = shared.at(-1);
    let list = parent?.level === level ? parent.list : undefined;
    if (list === undefined) {
      list = page.createElement(ordered ? 'ol' : 'ul');
      if (ordered && start !== 1) list.setAttribute('start', String(start));
      if (parent?.list.lastElementChild) parent.list.lastElementChild.append(list);
      else {
        paragraph.before(list);
        root = list;
      }
      shared.push({ list, level, ordered });
    }
    open = shared;
    const item = page.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
}

/** Returns the paragraphs that Word displays as list items. */
function findWordItems(page: Document) {
  return [...page.body.querySelectorAll('p')].flatMap(paragraph => {
    const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(paragraph.dataset.style ?? '')?.[1];
    const markers = [...paragraph.querySelectorAll<HTMLElement>('[data-style*="mso-list"]')];
    const isListed = /MsoListParagraph/.test(paragraph.className);
    const text = paragraph.textContent.trim();
    const marker = markers[0]?.textContent.trim() ?? text;
    const number = NUMBER.exec(marker);
    if (level === undefined && !(isListed && (number || BULLET.test(text)))) return [];
    for (const element of markers) element.remove();
    if (markers.length === 0) removeMarker(paragraph);
    return [{ paragraph, level: Number(level ?? 1), ordered: number !== null, start: Number(number?.[1] ?? 1) }];
  });
}

/** Some versions of Word write the marker as plain text. */
function removeMarker(paragraph: HTMLElement): void {
  paragraph.innerHTML = paragraph.innerHTML.replace(/^\s*(?:[·•o§▪–-]|(?:\d{1,4}|[a-z])[.)])(?:&nbsp;|\s)+/i, '');
}

/** Moves lists between list items, as written by Google Docs, into the preceding item. */
export function nestLists(page: Document): void {
  for (const list of page.body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const previous = list.previousElementSibling;
    if (previous?.tagName === 'LI') previous.append(list);
    else if (previous && previous.tagName === list.tagName) previous.append(...list.children);
    else {
      const item = page.createElement('li');
      list.before(item);
      item.append(list);
    }
  }
  // In Google Docs checklists the checkbox is a picture.
  for (const item of page.body.querySelectorAll<HTMLElement>('li[role="checkbox"]')) {
    item.dataset.checked = String(item.getAttribute('aria-checked') === 'true');
    item.querySelector(':scope > img')?.remove();
  }
}
