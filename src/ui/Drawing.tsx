const shelf =
  'M8 120.5h224M24.5 120V42h18v78M42.5 120V28h26v92M68.5 120V50h14v70M82.5 120V34h22v86M42 42h26M42 48h26M82 98h22M82 104h22M148 120l17.5-4.4L146.1 38l-17.5 4.4ZM174.5 120V30h20v90M194.5 120V46h30v74M174 44h20M194 60h30M194 66h30M108.5 124.5h20v8h-20z';
const sheet =
  'M16.5 16.5h100v108h-100zM4 16.5h8M4 124.5h8M16.5 4v8M116.5 4v8M121 16.5h8M121 124.5h8M134.5 16.5v108m-3-4 3 4 3-4m-6-100 3-4 3 4';
const card =
  'M4.5 30.5h112v80h-112zM4 46.5h112M16 60.5h52M16 72.5h40M16 84.5h46M16 96.5h36M140 99l24 24M137 102l24 24 3-3';

/** Each drawing's lines, and its subject in the accent color. */
const drawings = {
  /** A shelf with a missing book. */
  missing: [shelf, 'M108.5 120V40h20v80'],
  /** An empty sheet of paper. */
  empty: [sheet, 'M30 36.5h46M30 50.5h72M30 64.5h72M30 78.5h58'],
  /** A magnifying glass over an index card. */
  notFound: [card, 'M148 80a30 30 0 1 1-60 0a30 30 0 1 1 60 0'],
} as const;

/** A small line drawing for a page or list without content. */
export function Drawing({ of: name, className = '' }: { of: keyof typeof drawings; className?: string }) {
  const [lines, subject] = drawings[name];
  return (
    <svg
      viewBox="0 0 240 140"
      fill="none"
      stroke="currentColor"
      className={`text-ink-faint ${className}`}
      aria-hidden="true"
    >
      <path vectorEffect="non-scaling-stroke" d={lines} />
      <path className="text-accent" vectorEffect="non-scaling-stroke" strokeDasharray="4 3" d={subject} />
    </svg>
  );
}
