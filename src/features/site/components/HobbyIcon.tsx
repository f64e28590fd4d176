import type { LucideIcon } from 'lucide-react';
import BookOpen from 'lucide-react/icons/book-open';
import CodeXml from 'lucide-react/icons/code-xml';
import Dumbbell from 'lucide-react/icons/dumbbell';
import Fish from 'lucide-react/icons/fish';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import MicVocal from 'lucide-react/icons/mic-vocal';
import Plane from 'lucide-react/icons/plane';
import Star from 'lucide-react/icons/star';
import Trophy from 'lucide-react/icons/trophy';

const icons: Record<string, LucideIcon> = {
  'book-open': BookOpen,
  'code-xml': CodeXml,
  dumbbell: Dumbbell,
  fish: Fish,
  'graduation-cap': GraduationCap,
  'mic-vocal': MicVocal,
  plane: Plane,
  trophy: Trophy,
};

/** Renders a hobby's icon; a star for unknown names. */
export function HobbyIcon({ icon, className }: { icon: string; className: string }) {
  const Icon = icons[icon] ?? Star;
  return <Icon className={className} aria-hidden="true" />;
}
