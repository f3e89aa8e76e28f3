/** The content of the pages. */
export type Seed = { cookie: string; goalId: string }

export type VisitedPage = {
  path(seed: Seed): string
  isSignedIn: boolean
  /** Of the heading, the main content, and the main control. */
  selectors: string[]
  maximum?: { requests: number; scriptKilobytes: number }
}

export const pages: Record<'/sign-in' | '/home' | '/goals' | '/goals/<id>', VisitedPage> = {
  '/sign-in': {
    path: () => '/sign-in',
    isSignedIn: false,
    selectors: ['main h1', 'input[type=email]:enabled', 'button[type=submit]:enabled'],
    maximum: { requests: 12, scriptKilobytes: 130 },
  },
  '/home': {
    path: () => '/home',
    isSignedIn: true,
    selectors: ['main h1', '[aria-labelledby=needs] li a', 'main a[href^="/goals/new"]'],
  },
  '/goals': {
    path: () => '/goals',
    isSignedIn: true,
    selectors: ['main h1', 'ul[aria-label=Goals] a[href^="/goals/"]', 'input[type=search]:enabled'],
  },
  '/goals/<id>': {
    path: ({ goalId }) => `/goals/${goalId}`,
    isSignedIn: true,
    // The second is below the words of the latest report, and opens the whole one.
    selectors: ['main h1', '[aria-labelledby=latest] p > button', '[aria-labelledby=latest] button:enabled'],
    maximum: { requests: 25, scriptKilobytes: 230 },
  },
}

export type PageName = keyof typeof pages
