import { compile } from 'html-to-text';

const convert = compile({
  wordwrap: 76,
  formatters: {
    // The URL is printed below each button.
    buttonLabel: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 2 });
      walk(element.children, builder);
      builder.addInline(':');
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
    rule: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 3 });
      builder.addLiteral('-- ');
      builder.closeBlock({ trailingLineBreaks: 1 });
      builder.openBlock({ leadingLineBreaks: 1 });
      walk(element.children, builder);
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
  },
  // html-to-text has no descendant selectors.
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'h1', options: { uppercase: false } },
    // Decorative images, and the one that counts opens.
    { selector: 'img[alt=""]', format: 'skip' },
    { selector: 'figure', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'figcaption', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: '.preheader', format: 'skip' },
    { selector: '.site-name', format: 'skip' },
    { selector: '.plain-intro', format: 'skip' },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    { selector: '[role=presentation]', format: 'block' },
    { selector: 'table.button', format: 'buttonLabel' },
    { selector: 'a.label', format: 'inline' },
    { selector: '.foot', format: 'rule' },
  ],
});

/** Converts an email's HTML to plain text, wrapped at 76 characters. */
export function plainText(html: string): string {
  return convert(html).trim();
}
