import {
  BookOpen,
  CodeXml,
  Dumbbell,
  Fish,
  GraduationCap,
  type LucideIcon,
  MicVocal,
  Plane,
  Star,
  Trophy,
} from 'lucide-react';

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

/** The icon of a hobby by its name; a star for one we do not know. */
export function HobbyIcon({ icon, className }: { icon: string; className: string }) {
  const Icon = icons[icon] ?? Star;
  return <Icon className={className} aria-hidden="true" />;
}
