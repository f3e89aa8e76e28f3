/** Every page that a person sees before signing in. */
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { invite } from '../../../support/people/invite.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { linkTo } from '../../support/front-page.ts'
import { createWorld } from '../../support/world.ts'
import { wide } from './fill-organization.ts'
import { button, expectSoundStop, type Ids, type Stop, says, startWalk } from './stop.ts'

const world = createWorld()
let ids: Ids
let page: Page

/** In this order: the app remembers the token of a link until the document is left. */
const stops: Stop[] = [
  { name: 'a verification link without a token', path: '/verify-email' },
  { name: 'a link to a new password without a token', path: '/reset-password' },
  { name: 'a link that stops emails without a token', path: '/unsubscribe' },
  { name: 'signing in', path: '/sign-in' },
  { name: 'signing in after a verification', path: '/sign-in?verified=1' },
  { name: 'signing in with a new password', path: '/sign-in?reset=1' },
  { name: 'an account', path: '/sign-in?mode=register' },
  {
    name: 'an account with problems',
    path: '/sign-in?mode=register',
    open: async (one) => {
      await button(one, 'Create account').click()
      await one.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'a forgotten password', path: '/forgot-password' },
  { name: 'a link to a new password', path: '/reset-password#token=abc' },
  { name: 'a deleted account', path: '/account-deleted' },
  { name: 'a verification link that does not work', path: '/verify-email#token=abc' },
  { name: 'a link that stops emails', path: '/unsubscribe#token=abc' },
  { name: 'no program that waits', path: '/authorize' },
  { name: 'signing in for a program', path: '/authorize?consent=abc' },
  { name: 'an invitation', path: '/invitations/<invitation>' },
  { name: 'an invitation that does not work', path: '/invitations/abc' },
  { name: 'an unknown page', path: '/goals/a/b' },
  {
    name: 'a verification link in the browser that registered',
    path: '/verify-email#token=<verification>',
    open: (one) => says(one, 'You created this account in this browser.').waitFor(),
  },
  {
    name: 'a verification link in another browser',
    path: '/verify-email#token=<foreignVerification>',
    open: (one) => says(one, 'I created this account').waitFor(),
  },
  {
    name: 'an account that replaces another one',
    path: '/verify-email#token=<foreignVerification>',
    open: async (one) => {
      await one.getByRole('link', { name: /^\[Çréáté/ }).click()
      await says(one, 'It replaces the account that someone else created with your email address.').waitFor()
    },
  },
]

beforeAll(async () => {
  const host = await signIn(world.service, { email: 'ann@example.com', displayName: wide(100) })
  page = await startWalk(world)
  ids = {
    invitation: (await invite(host, 'dan@example.com')).token,
    verification: await register(page, 'vera@example.com'),
    foreignVerification: await register(await world.open(), 'zoe@example.com'),
  }
})

/** Registers somebody in the browser of a page. Returns the token in the email. */
async function register({ request }: Page, address: string): Promise<string> {
  const { origin } = world.service
  await request.post(`${origin}/v1/auth/register`, {
    headers: { origin },
    data: { displayName: 'Βέρα '.repeat(20), email: address, password: 'correct horse battery' },
  })
  return new URL(linkTo(world, address)).hash.replace('#token=', '')
}

test.each(stops)('$name', (stop) => expectSoundStop(page, stop, ids))
