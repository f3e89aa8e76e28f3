import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  notFound,
  redirect,
  type SearchMiddleware,
} from '@tanstack/react-router'
import { storedReturnTo } from '../../accounts/session/return-to.ts'
import { authConfigurationQuery, sessionQuery } from '../../accounts/session/session.ts'
import type { Session } from '../../accounts/session/session-type.ts'
import {
  candidateOrganizations,
  organizationIn,
  setTabOrganization,
  tabOrganization,
  withTabOrganization,
} from '../../accounts/session/tab/tab-organization.ts'
import { parseSignInSearch } from '../../accounts/sign-in/sign-in-search.ts'
import { queryClient } from '../../data/api/query-client.ts'
import { openCopy } from '../../data/offline/open-copy.ts'
import { isReadingOffline } from '../../data/offline/reading.ts'
import { parseFeedSearch } from '../../feed/feed-search.ts'
import { parseGoalSearch } from '../../goals/detail/goal-search.ts'
import { parseNewGoalSearch } from '../../goals/editing/templates/template-names.ts'
import { parseGoalsSearch } from '../../goals/list/goals-search.ts'
import { parseAgentsSearch } from '../../goals/work/agents/agents-search.ts'
import { parseHomeSearch } from '../../home/home-search.ts'
import { parseOverviewSearch } from '../../home/overview/overview-search.ts'
import { parseInboxSearch } from '../../inbox/inbox-search.ts'
import { parseConsentSearch, parseDeviceSearch } from '../../programs/consent-search.ts'
import { parseAuditSearch } from '../../settings/audit/audit-search.ts'
import { NotFound, PageFailure, PagePending } from '../page-states.tsx'
import { RootLayout } from '../root-layout.tsx'
import { lazyFrontPage, lazyPage } from './lazy-page.ts'
import { parseSearch, stringifySearch } from './search.ts'

/** Loads the session again if nobody was signed in before. */
async function currentSession() {
  const known = queryClient.getQueryData(sessionQuery.queryKey)
  return known ?? (await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }))
}

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
})

function FailureOutsideShell(props: ErrorComponentProps) {
  return (
    <main>
      <PageFailure {...props} />
    </main>
  )
}

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: parseSignInSearch,
  loaderDeps: ({ search: { returnTo, verified } }) => ({ returnTo, verified }),
  loader: async ({ deps }) => {
    const returnTo = deps.returnTo ?? (deps.verified && storedReturnTo())
    const [, invitation] = await Promise.all([
      queryClient.ensureQueryData(authConfigurationQuery),
      // Loaded only by people who come from an invitation: everybody else waits for nothing of it.
      returnTo?.startsWith('/invitations/') &&
        import('../../accounts/invitations/invitation-query.ts').then(({ loadInvitation }) =>
          loadInvitation(returnTo),
        ),
    ])
    return invitation || undefined
  },
  component: lazyFrontPage(() => import('../../accounts/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyFrontPage(
    () => import('../../accounts/verify-email/verify-email-page.tsx'),
    'VerifyEmailPage',
  ),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  loader: () => queryClient.ensureQueryData(authConfigurationQuery),
  component: lazyFrontPage(
    () => import('../../accounts/password/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyFrontPage(
    () => import('../../accounts/password/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
})

const accountDeleted = createRoute({
  getParentRoute: () => root,
  path: '/account-deleted',
  component: lazyFrontPage(
    () => import('../../accounts/sign-in/deleted/account-deleted-page.tsx'),
    'AccountDeletedPage',
  ),
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: lazyFrontPage(
    () => import('../../accounts/unsubscribe/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: lazyFrontPage(() => import('../../accounts/invitations/invitation-page.tsx'), 'InvitationPage'),
})

/** The page to which the authorization server sends people whom a program asks for access. */
const consent = createRoute({
  getParentRoute: () => root,
  path: '/authorize',
  validateSearch: parseConsentSearch,
  beforeLoad: async ({ location, search }) => {
    if (search.consent !== undefined && !(await currentSession())) {
      throw redirect({ to: '/sign-in', search: { returnTo: location.href }, replace: true })
    }
  },
  errorComponent: FailureOutsideShell,
  component: lazyFrontPage(() => import('../../programs/consent-page.tsx'), 'ConsentPage'),
})

/** The page whose address a program on a device without a browser shows, with its code. */
const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  validateSearch: parseDeviceSearch,
  beforeLoad: async ({ location }) => {
    if (!(await currentSession())) {
      throw redirect({ to: '/sign-in', search: { returnTo: location.href }, replace: true })
    }
  },
  errorComponent: FailureOutsideShell,
  component: lazyFrontPage(() => import('../../programs/device/device-page.tsx'), 'DevicePage'),
})

/** Nobody else loads the code for it. */
async function loadOpenApi(): Promise<void> {
  const { openApiQuery } = await import('../../docs/openapi.ts')
  await queryClient.ensureQueryData(openApiQuery)
}

/** The API reference needs no sign-in. */
const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  component: lazyFrontPage(() => import('../../docs/docs-layout.tsx'), 'DocsLayout'),
})

const docsOverview = createRoute({
  getParentRoute: () => docs,
  path: '/',
  loader: loadOpenApi,
  component: lazyFrontPage(() => import('../../docs/overview-page.tsx'), 'DocsOverviewPage'),
})

const docsOperation = createRoute({
  getParentRoute: () => docs,
  path: '/$operationId',
  loader: loadOpenApi,
  component: lazyFrontPage(() => import('../../docs/operation-page.tsx'), 'OperationPage'),
})

const guide = createRoute({
  getParentRoute: () => docs,
  path: '/guides/$guide',
  // Before the sign-in nothing else needs the renderer.
  loader: async () => {
    const { markdownRendererQuery } = await import('../../presentation/markdown/markdown.tsx')
    await queryClient.ensureQueryData(markdownRendererQuery)
  },
  component: lazyFrontPage(() => import('../../docs/guides/guide-page.tsx'), 'GuidePage'),
})

/** Keeps all links and navigation behind the sign-in in the tab's organization. */
const stayInOrganization: SearchMiddleware<Record<string, unknown>> = ({ search, next }) =>
  withTabOrganization(next(search))

/** The organization for an address that does not name one: that of the goal in it, or the most likely one. */
async function organizationOf(session: Session, params: { goalId?: string }): Promise<string> {
  const candidates = candidateOrganizations(session)
  const [likeliest] = candidates
  if (params.goalId === undefined || candidates.length === 1 || isReadingOffline()) return likeliest
  const { organizationOfGoal } = await import('../../organizations/organization-of-goal.ts')
  return (await organizationOfGoal(params.goalId, candidates)) ?? likeliest
}

/** Whether the address leads to `unknown`, the only route with a splat. */
const isUnknownAddress = (params: { _splat?: string }) => params._splat !== undefined

const protectedPart = createRoute({
  getParentRoute: () => root,
  id: 'protected',
  search: { middlewares: [stayInOrganization] },
  beforeLoad: async ({ location, params, preload }) => {
    const session = await currentSession().catch(openCopy)
    if (!session && isUnknownAddress(params)) throw notFound()
    if (!session) throw redirect({ to: '/sign-in', search: { returnTo: location.href }, replace: true })
    if (preload) return
    const asked = organizationIn(location.search)
    setTabOrganization(asked ?? tabOrganization() ?? (await organizationOf(session, params)))
    // The router would decode an unknown address.
    if (asked === undefined && isUnknownAddress(params)) return
    if (asked === undefined) throw redirect({ to: '.', search: true, hash: true, replace: true })
    if (asked === tabOrganization()) return
    // Back, forward, or a link led to another organization, which needs a new document.
    window.location.reload()
    await new Promise(() => undefined)
  },
  errorComponent: FailureOutsideShell,
  component: lazyPage(() => import('../shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => protectedPart,
  path: '/home',
  validateSearch: parseHomeSearch,
  component: lazyPage(() => import('../../home/home-page.tsx'), 'HomePage'),
})

const goals = createRoute({
  getParentRoute: () => protectedPart,
  path: '/goals',
  validateSearch: parseGoalsSearch,
  component: lazyPage(() => import('../../goals/list/goals-page.tsx'), 'GoalsPage'),
})

const newGoal = createRoute({
  getParentRoute: () => protectedPart,
  path: '/goals/new',
  validateSearch: parseNewGoalSearch,
  component: lazyPage(() => import('../../goals/editing/form/new-goal-page.tsx'), 'NewGoalPage'),
})

const goal = createRoute({
  getParentRoute: () => protectedPart,
  path: '/goals/$goalId',
  validateSearch: parseGoalSearch,
  component: lazyPage(() => import('../../goals/detail/goal-page.tsx'), 'GoalPage'),
})

const feed = createRoute({
  getParentRoute: () => protectedPart,
  path: '/feed',
  validateSearch: parseFeedSearch,
  component: lazyPage(() => import('../../feed/feed-page.tsx'), 'FeedPage'),
})

const inbox = createRoute({
  getParentRoute: () => protectedPart,
  path: '/inbox',
  validateSearch: parseInboxSearch,
  component: lazyPage(() => import('../../inbox/inbox-page.tsx'), 'InboxPage'),
})

const overview = createRoute({
  getParentRoute: () => protectedPart,
  path: '/overview',
  validateSearch: parseOverviewSearch,
  component: lazyPage(() => import('../../home/overview/overview-page.tsx'), 'OverviewPage'),
})

const agentsAtWork = createRoute({
  getParentRoute: () => protectedPart,
  path: '/agents',
  validateSearch: parseAgentsSearch,
  component: lazyPage(() => import('../../goals/work/agents/agents-page.tsx'), 'AgentsPage'),
})

const labels = createRoute({
  getParentRoute: () => protectedPart,
  path: '/labels',
  component: lazyPage(() => import('../../goals/labels/labels-page.tsx'), 'LabelsPage'),
})

/** Addresses of version 0.1, which emails and bookmarks have. */
const earlierAddresses = [
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    beforeLoad: () => {
      throw redirect({ to: '/settings/account', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/profile',
    beforeLoad: () => {
      throw redirect({ to: '/settings/account', search: true, hash: true, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/team',
    beforeLoad: () => {
      throw redirect({ to: '/settings/members', search: true, hash: true, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/programs',
    beforeLoad: () => {
      throw redirect({ to: '/settings/agents', search: true, hash: true, replace: true })
    },
  }),
]

const settings = createRoute({
  getParentRoute: () => protectedPart,
  path: '/settings',
  component: lazyPage(() => import('../../settings/layout/settings-layout.tsx'), 'SettingsLayout'),
})

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/account', replace: true })
  },
})

const account = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  loader: () => queryClient.prefetchQuery(authConfigurationQuery),
  component: lazyPage(() => import('../../settings/account/account-page.tsx'), 'AccountPage'),
})

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  loader: () => queryClient.prefetchQuery(authConfigurationQuery),
  component: lazyPage(() => import('../../settings/security/security-page.tsx'), 'SecurityPage'),
})

const agents = createRoute({
  getParentRoute: () => settings,
  path: '/agents',
  component: lazyPage(() => import('../../settings/agents/agents-page.tsx'), 'AgentsPage'),
})

const notifications = createRoute({
  getParentRoute: () => settings,
  path: '/notifications',
  component: lazyPage(
    () => import('../../settings/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

const organization = createRoute({
  getParentRoute: () => settings,
  path: '/organization',
  component: lazyPage(() => import('../../settings/organization-page.tsx'), 'OrganizationPage'),
})

const members = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  // Whether handing over needs a password.
  loader: () => queryClient.ensureQueryData(authConfigurationQuery),
  component: lazyPage(() => import('../../settings/team/members-page.tsx'), 'MembersPage'),
})

const templates = createRoute({
  getParentRoute: () => settings,
  path: '/templates',
  component: lazyPage(() => import('../../settings/templates/templates-page.tsx'), 'TemplatesPage'),
})

const apiTokens = createRoute({
  getParentRoute: () => settings,
  path: '/api-tokens',
  component: lazyPage(() => import('../../settings/api-tokens/api-tokens-page.tsx'), 'ApiTokensPage'),
})

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  component: lazyPage(() => import('../../settings/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$webhookId',
  component: lazyPage(() => import('../../settings/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: parseAuditSearch,
  component: lazyPage(() => import('../../settings/audit/audit-page.tsx'), 'AuditPage'),
})

const appearance = createRoute({
  getParentRoute: () => settings,
  path: '/appearance',
  component: lazyPage(() => import('../../settings/appearance/appearance-page.tsx'), 'AppearancePage'),
})

/** Behind the sign-in, so that it has the navigation. Who is not signed in sees the root's `notFoundComponent`. */
const unknown = createRoute({ getParentRoute: () => protectedPart, path: '$', component: NotFound })

const routeTree = root.addChildren([
  index,
  signIn,
  verifyEmail,
  forgotPassword,
  resetPassword,
  accountDeleted,
  unsubscribe,
  invitation,
  consent,
  device,
  docs.addChildren([docsOverview, docsOperation, guide]),
  ...earlierAddresses,
  protectedPart.addChildren([
    home,
    goals,
    newGoal,
    goal,
    feed,
    inbox,
    overview,
    agentsAtWork,
    labels,
    unknown,
    settings.addChildren([
      settingsIndex,
      account,
      security,
      agents,
      notifications,
      appearance,
      organization,
      members,
      templates,
      apiTokens,
      audit,
      webhooks,
      webhook,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** Prefills the registration. Not in the address, which logs would keep. */
    email?: string
  }
}
