import type { Page } from 'playwright-core'

/** What the pages show. */
export type Seed = { cookie: string; goalId: string }

export type VisitedPage = {
  path(seed: Seed): string
  isSignedIn: boolean
  /** The heading and the main content are visible, and the main control is enabled. */
  waitUntilUsable(page: Page): Promise<unknown>
  maximum?: { requests: number; scriptKilobytes: number }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor()

export const pages: Record<'/sign-in' | '/home' | '/goals' | '/goals/<id>', VisitedPage> = {
  '/sign-in': {
    path: () => '/sign-in',
    isSignedIn: false,
    waitUntilUsable: (page) =>
      Promise.all([
        heading(page, 'Sign in'),
        page.locator('input[type=email]:enabled').waitFor(),
        page.locator('button[type=submit]:enabled').waitFor(),
      ]),
    maximum: { requests: 12, scriptKilobytes: 130 },
  },
  '/home': {
    path: () => '/home',
    isSignedIn: true,
    waitUntilUsable: (page) =>
      Promise.all([
        heading(page, /Somebody/),
        page.getByRole('list', { name: 'Goals that need you' }).getByRole('link').first().waitFor(),
        page.getByRole('link', { name: 'New goal' }).first().waitFor(),
      ]),
  },
  '/goals': {
    path: () => '/goals',
    isSignedIn: true,
    waitUntilUsable: (page) =>
      Promise.all([
        heading(page, 'Goals'),
        page.getByRole('list', { name: 'Goals' }).getByRole('link').first().waitFor(),
        page.getByRole('searchbox').and(page.locator(':enabled')).waitFor(),
      ]),
  },
  '/goals/<id>': {
    path: ({ goalId }) => `/goals/${goalId}`,
    isSignedIn: true,
    waitUntilUsable: (page) =>
      Promise.all([
        heading(page, 'Answer within a day'),
        page.getByRole('region', { name: 'Latest report' }).getByText('Now active').waitFor(),
        page
          .getByRole('button', { name: 'Report', exact: true })
          .and(page.locator(':enabled'))
          .first()
          .waitFor(),
      ]),
    maximum: { requests: 25, scriptKilobytes: 230 },
  },
}

export type PageName = keyof typeof pages
