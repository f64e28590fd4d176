type FiguresProps = { figures: readonly (readonly [label: string, count: number])[]; className: string };

/** Shows labeled counts side by side. */
export function Figures({ figures, className }: FiguresProps) {
  return (
    <dl className={`grid grid-cols-2 border-t border-rule xl:grid-cols-6 ${className}`}>
      {figures.map(([label, count]) => (
        <div key={label} className="border-b border-rule py-4">
          <dt className="hint">{label}</dt>
          <dd className="mt-1 font-mono text-h4 tabular-nums">{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}
