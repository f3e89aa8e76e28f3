/** The pages of the main menu, to which the palette leads too. */
import {
  Activity,
  Bot,
  ChartColumnStacked,
  House,
  type LucideIcon,
  Settings,
  Tag,
  Target,
} from 'lucide-react'
import { texts } from './texts.ts'

export type Destination = {
  to: '/home' | '/goals' | '/overview' | '/agents' | '/feed' | '/labels' | '/settings'
  name: string
  icon: LucideIcon
  /** Its shortcut. */
  keys: string
  /** There is no room for all on a phone. Home leads there. */
  isForLaptops?: boolean
  /** Only for those who have programs. The palette and the account menu lead there. */
  isForPrograms?: boolean
}

export const destinations: Destination[] = [
  { to: '/home', name: texts.destinations.home, icon: House, keys: 'g h' },
  { to: '/goals', name: texts.destinations.goals, icon: Target, keys: 'g g' },
  {
    to: '/overview',
    name: texts.destinations.overview,
    icon: ChartColumnStacked,
    keys: 'g o',
    isForLaptops: true,
  },
  {
    to: '/agents',
    name: texts.destinations.agents,
    icon: Bot,
    keys: 'g a',
    isForLaptops: true,
    isForPrograms: true,
  },
  { to: '/feed', name: texts.destinations.feed, icon: Activity, keys: 'g f' },
  { to: '/labels', name: texts.destinations.labels, icon: Tag, keys: 'g l' },
  { to: '/settings', name: texts.destinations.settings, icon: Settings, keys: 'g s' },
]
