/** The frame until a page is there: that of pages behind the sign-in, of those that begin near the top, or the card of a page with one task. */
export type Frame = 'app' | 'list' | 'front'

type PageBuild = {
  /** With `<id>` and `<name>` in the place of one segment. */
  address: string
  frame?: Frame
  /** The entry modules and groups, including those that the page always loads dynamically. */
  modules: string[]
  /** Modules that belong to the page, but are not needed to show it. */
  later?: string[]
  /** The page's first requests if its address has no filters, exactly as it sends them. */
  data?: string[]
  /** The most kilobytes of scripts in Brotli from one machine. */
  limit: number
}

const entry = ['index.html']
const shell = [...entry, 'src/app/shell.tsx']
const settings = [...shell, 'src/settings/layout/settings-layout.tsx']
const docs = [...entry, 'src/docs/docs-layout.tsx']

/** Pages whose scripts are loaded at once (`start.ts`) and weighed (`weight.ts`). The first address that fits counts. */
export const pages: PageBuild[] = [
  {
    address: '/sign-in',
    frame: 'front',
    modules: [...entry, 'src/accounts/sign-in/sign-in-page.tsx'],
    // Icons and the sentences of errors are in files that every page shares. Those of trees of goals are 0.5 KB, those of agents 1.5 KB,
    // and those of people around a goal 1.5 KB.
    limit: 132,
  },
  {
    address: '/verify-email',
    modules: [...entry, 'src/accounts/verify-email/verify-email-page.tsx'],
    limit: 131,
  },
  {
    address: '/home',
    frame: 'app',
    modules: [...shell, 'src/home/home-page.tsx'],
    data: ['/v1/brief', '/v1/goals/counts?status=active'],
    // Cairns of goals below others, what is blocked, and who works on goals. Questions come with the first one. The bell of the inbox is 1 KB.
    limit: 163,
  },
  {
    address: '/goals',
    frame: 'list',
    modules: [...shell, 'src/goals/list/goals-page.tsx'],
    // The rest is for the filters, which are there without it.
    data: ['/v1/goals?limit=50&view=summary'],
    // Cairns of goals below others, and who works on goals. The tree itself comes with its look.
    limit: 167,
  },
  {
    address: '/goals/<id>',
    frame: 'app',
    modules: [...shell, 'src/goals/detail/goal-page.tsx'],
    later: ['src/presentation/markdown/rendered-markdown.tsx', 'conversation', 'overlays'],
    data: [
      '/v1/goals/<id>',
      '/v1/goals/<id>/updates?order=desc',
      '/v1/goals/<id>/edits?order=desc',
      '/v1/organizations/current/members',
      '/v1/goals?blockerGoalId=<id>&limit=100&view=summary',
      '/v1/goals/<id>/comments?order=desc&limit=30',
    ],
    // Verdicts, measures, charts, evidence, the differences of edits, and what is above, below and before it are part of
    // reading a goal, and so are hand-offs and questions. The conversation, with the form for a comment and its list of members, is 7 KB.
    limit: 255,
  },
  { address: '/inbox', frame: 'app', modules: [...shell, 'src/inbox/inbox-page.tsx'], limit: 165 },
  { address: '/feed', frame: 'app', modules: [...shell, 'src/feed/feed-page.tsx'], limit: 180 },
  {
    address: '/overview',
    frame: 'app',
    modules: [...shell, 'src/home/overview/overview-page.tsx'],
    limit: 180,
  },
  {
    address: '/agents',
    frame: 'app',
    modules: [...shell, 'src/goals/work/agents/agents-page.tsx'],
    limit: 190,
  },
  { address: '/authorize', modules: [...entry, 'src/programs/consent-page.tsx'], limit: 170 },
  { address: '/device', modules: [...entry, 'src/programs/device/device-page.tsx'], limit: 170 },
  { address: '/docs', modules: [...docs, 'src/docs/overview-page.tsx'], limit: 132 },
  { address: '/docs/<name>', modules: [...docs, 'src/docs/operation-page.tsx'], limit: 139 },
  { address: '/labels', frame: 'app', modules: [...shell, 'src/goals/labels/labels-page.tsx'], limit: 195 },
  {
    address: '/settings/members',
    frame: 'app',
    modules: [...settings, 'src/settings/team/members-page.tsx'],
    limit: 195,
  },
  {
    address: '/settings/webhooks/<id>',
    frame: 'app',
    modules: [...settings, 'src/settings/webhooks/webhook-page.tsx'],
    limit: 195,
  },
  { address: '/settings/<name>', frame: 'app', modules: settings, limit: 180 },
  { address: '/goals/new', frame: 'app', modules: shell, limit: 180 },
]

const segments: Record<string, string> = { '<id>': '[\\w-]{20,}', '<name>': '[\\w-]+' }

/** A regular expression for the paths of an address. */
export function patternOf(address: string): string {
  return `^${address.replaceAll(/<\w+>/g, (name) => segments[name] ?? name)}/?$`
}
