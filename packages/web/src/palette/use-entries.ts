import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { describeFailure } from '../api/failures.ts'
import { useTheme } from '../appearance/theme.ts'
import { goalViewsQuery } from '../goals/views/goal-views-query.ts'
import { searchOf, sortViews } from '../goals/views/view-search.ts'
import { useSwitchOrganization } from '../organizations/use-switch-organization.ts'
import { useActiveOrganization, useSession } from '../session/session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { openOverlay } from '../shortcuts/open-overlay.ts'
import { toast } from '../ui/toast.ts'
import { texts } from './texts.ts'

export type Entry = {
  name: string
  /** Its shortcut. */
  keys?: string
  run: () => void
}

type Group = { heading: string; entries: Entry[] }

/** What can be done anywhere. */
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
        goTo(texts.home, '/home', 'g h'),
        goTo(texts.goalList, '/goals', 'g g'),
        goTo(texts.overview, '/overview', 'g o'),
        goTo(texts.feed, '/feed', 'g f'),
        goTo(texts.labels, '/labels', 'g l'),
        settings(pages.account, '/settings/account'),
        settings(pages.security, '/settings/security'),
        settings(pages.notifications, '/settings/notifications'),
        settings(pages.organization, '/settings/organization'),
        settings(pages.members, '/settings/members'),
        settings(pages.tokens, '/settings/api-tokens'),
        settings(pages.programs, '/settings/programs'),
        settings(pages.appearance, '/settings/appearance'),
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
  | '/home'
  | '/goals'
  | '/goals/new'
  | '/overview'
  | '/feed'
  | '/labels'
  | '/docs'
  | `/settings/${'account' | 'security' | 'notifications' | 'organization' | 'members' | 'api-tokens' | 'programs' | 'appearance'}`
