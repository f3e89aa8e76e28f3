import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { useSignOut } from '../../accounts/session/use-sign-out.ts'
import { destinations, type Destination as MenuPage } from '../../app/destinations.ts'
import { describeFailure } from '../../data/api/failures/failures.ts'
import { goalViewsQuery } from '../../goals/views/goal-views-query.ts'
import { searchOf, sortViews } from '../../goals/views/view-search.ts'
import { useSwitchOrganization } from '../../organizations/use-switch-organization.ts'
import { useTheme } from '../../presentation/theme.ts'
import { toast } from '../../ui/toast.ts'
import { openOverlay } from '../shortcuts/open-overlay.ts'
import { texts } from './texts.ts'

export type Entry = {
  name: string
  /** Its shortcut. */
  keys?: string
  run: () => void
}

type Group = { heading: string; entries: Entry[] }

/** Commands available on every page. */
export function useEntries(): Group[] {
  const router = useRouter()
  const { organizations, activeOrganizationId } = useSession()
  const { id: organizationId } = useActiveOrganization()
  // Without them, the rest still works.
  const { data: views = [] } = useQuery(goalViewsQuery(organizationId))
  const switchTo = useSwitchOrganization()
  const [, setTheme] = useTheme()
  const signOut = useSignOut()
  const { settingsPages: pages } = texts
  const goTo = (name: string, to: Destination, keys?: string): Entry => ({
    name,
    ...(keys && { keys }),
    run: () => void router.navigate({ to }),
  })
  const settings = (page: string, to: Destination) => goTo(texts.settings(page), to)
  const others = organizations.filter(({ id }) => id !== activeOrganizationId)
  const groups: Group[] = [
    {
      heading: texts.pages,
      entries: [
        goTo(texts.newGoal, '/goals/new', 'c'),
        // The pages of the settings follow one by one.
        ...destinations
          .filter(({ to }) => to !== '/settings')
          .map(({ name, to, keys }) => goTo(name, to, keys)),
        settings(pages.account, '/settings/account'),
        settings(pages.security, '/settings/security'),
        settings(pages.notifications, '/settings/notifications'),
        settings(pages.organization, '/settings/organization'),
        settings(pages.members, '/settings/members'),
        settings(pages.tokens, '/settings/api-tokens'),
        settings(pages.agents, '/settings/agents'),
        settings(pages.appearance, '/settings/appearance'),
        goTo(texts.connectAgent, '/settings/agents'),
        goTo(texts.docs, '/docs'),
        { name: texts.shortcuts, keys: '?', run: () => openOverlay('shortcuts') },
      ],
    },
    {
      heading: texts.views,
      entries: sortViews(views).map((view) => ({
        name: view.name,
        run: () => void router.navigate({ to: '/goals', search: searchOf(view) }),
      })),
    },
    {
      heading: texts.organizations,
      entries: others.map(({ id, name }) => ({ name, run: () => void switchTo(id) })),
    },
    {
      heading: texts.appearance,
      entries: (['system', 'light', 'dark'] as const).map((theme) => ({
        name: texts.themes[theme],
        run: () => setTheme(theme),
      })),
    },
    {
      heading: texts.account,
      entries: [
        {
          name: texts.signOut,
          run: () => {
            signOut().catch((error: unknown) => toast.error(describeFailure(error).sentence))
          },
        },
      ],
    },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

type Destination =
  | MenuPage['to']
  | '/goals/new'
  | '/docs'
  | `/settings/${'account' | 'security' | 'notifications' | 'organization' | 'members' | 'api-tokens' | 'agents' | 'appearance'}`
