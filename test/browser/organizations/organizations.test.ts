import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { mailedToken, password } from '../../support/people/accounts.ts'
import { anonymous } from '../../support/people/clients.ts'
import { join } from '../../support/people/invite.ts'
import { signInAgain } from '../../support/people/sign-in.ts'
import { findings } from '../support/axe.ts'
import { linkTo, registerWithForm, signInWithForm } from '../support/front-page.ts'
import { publishGoal } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

async function invite(page: Page, email: string, role: 'member' | 'admin' = 'member'): Promise<string> {
  await page.goto('/settings/members')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption(role)
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('Invitation sent to').waitFor()
  return page.getByLabel('Invitation link').inputValue()
}

describe('invitations', () => {
  test('a new person registers from an invitation, and is a member of that organization only', async () => {
    const page = await world.open(await world.person('Ann'))
    const link = await invite(page, 'ben@example.com')
    await page
      .getByRole('list', { name: 'Pending invitations' })
      .getByText('ben@example.com', { exact: true })
      .waitFor()

    const ben = await world.open()
    await ben.goto(link)
    await ben.getByRole('heading', { name: 'You are invited' }).waitFor()
    await ben.getByText('Ann invited you to join Ann on Cairn as a member.').waitFor()
    await ben.getByRole('link', { name: 'Create an account' }).click()
    await ben.getByText(/Ann.* invited you to join .*Ann/).waitFor()
    await expect.poll(() => ben.getByLabel('Email address').inputValue()).toBe('ben@example.com')
    await registerWithForm(ben, 'Ben', 'ben@example.com')
    await ben.goto(linkTo(world, 'ben@example.com'))
    await ben.getByRole('button', { name: 'Verify email address' }).click()
    await ben.getByText('Your email address is verified.').waitFor()
    await expect.poll(() => ben.getByLabel('Email address').inputValue()).toBe('ben@example.com')
    await signInWithForm(ben, 'ben@example.com')
    await ben.getByText('Welcome to Ann.').waitFor()
    await ben.getByRole('button', { name: /Organization: Ann/ }).waitFor()
    const { organizations } = await ben.evaluate(async () => (await fetch('/v1/auth/session')).json())
    expect(organizations).toEqual([{ id: expect.any(String), name: 'Ann', role: 'member' }])

    await page.reload()
    await page.getByRole('list', { name: 'Members', exact: true }).getByText('Ben', { exact: true }).waitFor()
    await page.getByText('No pending invitations.').waitFor()
  })

  test('a person who was removed from the only organization is offered one of their own', async () => {
    const owner = await world.person('Olga')
    const { acceptUrl } = await owner.api.createOrganizationInvitation({
      body: { email: 'pia@example.com', role: 'member' },
    })
    const body = {
      email: 'pia@example.com',
      displayName: 'Pia',
      password,
      invitationToken: acceptUrl.split('/').at(-1) ?? '',
    }
    await anonymous(world.service).register({ body })
    await anonymous(world.service).verifyEmail({
      body: { token: mailedToken(world.service, body.email) },
    })
    const pia = await signInAgain(world.service, body)
    await showTo(page, pia, '/settings/appearance')
    await show(page, '/home')
    await page.getByRole('button', { name: /Organization: Olga/ }).waitFor()
    const params = { userId: pia.userId }
    await owner.api.removeOrganizationMember({ params, body: { reassignGoalsTo: null } })
    await page.getByRole('link', { name: 'Goals' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'You are no longer a member of Olga' })
    await expect.poll(() => findings(page)).toEqual([])
    await dialog.getByRole('link', { name: /^Pia/ }).press('Enter')
    await page.getByRole('button', { name: /Organization: Pia/ }).waitFor()
  })

  test('sending again replaces the link, and revoking disables it', async () => {
    const page = await world.open(await world.person('Cy'))
    const dee = await world.open(await world.person('Dee'))
    // Nobody here sends real emails, so none bounces by itself.
    const listed = /\/v1\/organizations\/current\/invitations(?:\?|$)/
    await page.route(listed, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      const { invitations, ...rest } = await response.json()
      const bounced = invitations.map((one: object) => ({
        ...one,
        emailBouncedAt: '2026-11-20T10:00:00.000Z',
      }))
      await route.fulfill({ response, json: { ...rest, invitations: bounced } })
    })
    const first = await invite(page, 'dee@example.com')
    const notice = page.getByText(/^The email could not be delivered on/)
    await notice.waitFor()
    await page.unroute(listed)
    await page.getByRole('button', { name: 'Send again to dee@example.com' }).click()
    await expect.poll(() => page.getByLabel('Invitation link').inputValue()).not.toBe(first)
    await notice.waitFor({ state: 'detached' })
    const second = await page.getByLabel('Invitation link').inputValue()
    await dee.goto(first)
    await dee.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
    await dee.goto(second)
    await dee.getByText('You are signed in as Dee').waitFor()

    await page.getByRole('button', { name: 'Revoke the invitation to dee@example.com' }).click()
    await page.getByRole('button', { name: 'Revoke invitation', exact: true }).click()
    await page.getByText('No pending invitations.').waitFor()
    await dee.getByRole('button', { name: 'Accept invitation' }).click()
    await dee.getByText('Ask an admin of the organization for a new one.').waitFor()
    await dee.getByRole('link', { name: 'Go to Home' }).click()
    await dee.getByRole('heading', { name: 'Hello, Dee' }).waitFor()
  })

  test('an invitation for another email address offers to use another account', async () => {
    const owner = await world.person('Eve')
    const fay = await world.person('Fay')
    await world.person('Gil')
    const { acceptUrl } = await owner.api.createOrganizationInvitation({
      body: { email: 'gil@example.com', role: 'member' },
    })
    await showTo(page, fay, '/settings/appearance')
    await show(page, acceptUrl)
    await page.getByRole('heading', { name: 'This invitation is for another email address' }).waitFor()
    await page.getByText('You are signed in with fay@example.com').waitFor()
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.getByText(/Eve.* invited you to join/).waitFor()
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('gil@example.com')
    await signInWithForm(page, 'gil@example.com')
    await page.getByText('You are signed in as Gil').waitFor()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.getByText('Welcome to Eve.').waitFor()
  })

  test('explains duplicate, own, and invalid addresses, existing members, and broken links', async () => {
    const hal = await world.person('Hal')
    const ida = await world.person('Ida')
    const { acceptUrl } = await hal.api.createOrganizationInvitation({
      body: { email: ida.email, role: 'member' },
    })
    const page = await world.open(hal)
    await page.goto('/settings/members')
    for (const [email, sentence] of [
      ['ida@example.com', 'This address already has a pending invitation.'],
      ['hal@example.com', 'That is your own email address'],
      ['nonsense', 'Enter a full email address, such as name@example.com.'],
    ] as const) {
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByText(sentence).waitFor()
    }
    const guest = await world.open(ida)
    await guest.route('**/invitations/accept', (route) =>
      route.fulfill({ status: 409, json: { error: 'invitation_already_member', message: 'Already.' } }),
    )
    await guest.goto(acceptUrl)
    await guest.getByRole('button', { name: 'Accept invitation' }).click()
    await guest.getByRole('heading', { name: 'You are already a member' }).waitFor()
    await guest.goto('/invitations/not%20a%20token')
    await guest.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })
})

describe('roles', () => {
  test('an owner makes an admin; a member sees no controls for other people’s goals', async () => {
    const jo = await world.person('Jo')
    const kim = await world.person('Kim')
    await join(jo, kim)
    const goal = await publishGoal(jo.api, 'Of Jo alone.')
    const member = await world.open(kim)
    await member.goto(`/goals/${goal.id}`)
    await member
      .getByText('Only the owner of this goal and admins of the organization can report on it.')
      .waitFor()
    await expect.poll(() => member.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    await member.goto('/settings/organization')
    await member.getByText('Only the owner and admins can rename the organization.').waitFor()
    await member.goto('/settings/members')
    await member.getByText('No pending invitations.').waitFor()
    await expect.poll(() => member.getByRole('button', { name: 'Invite' }).count()).toBe(0)

    const owner = await world.open(jo)
    await owner.goto('/settings/members')
    await owner.getByLabel('Role of Kim').selectOption('admin')
    await owner.getByRole('alertdialog', { name: 'Make Kim an admin?' }).waitFor()
    await owner.getByRole('button', { name: 'Make admin' }).click()
    await owner.getByText('Kim is now an admin.').waitFor()
    await expect.poll(() => owner.getByLabel('Role of Jo').count()).toBe(0)
    await member.reload()
    await member.getByRole('button', { name: 'Invite' }).waitFor()
    await member.goto(`/goals/${goal.id}`)
    await member.getByRole('button', { name: 'Edit' }).waitFor()
  })

  test('an admin who became a member sees why an action failed', async () => {
    const lea = await world.person('Lea')
    const max = await world.person('Max')
    await join(lea, max, 'admin')
    await showTo(page, max, '/settings/appearance')
    await show(page, '/settings/organization')
    await page.getByLabel('Name').fill('Of Max')
    await lea.api.updateOrganizationMemberRole({ params: { userId: max.userId }, body: { role: 'member' } })
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Only the owner and admins of the organization can do this.').waitFor()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Of Max')
  })
})

test('a new organization is empty, can be renamed, and left again', async () => {
  const nia = await world.person('Nia')
  await publishGoal(nia.api, 'Belongs to the first.')
  await showTo(page, nia, '/settings/appearance')
  await show(page, '/goals')
  await page.getByRole('link', { name: 'Belongs to the first' }).waitFor()
  await page.getByRole('button', { name: /Organization: Nia/ }).click()
  await page.getByRole('menuitem', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByLabel('Name').fill('Second')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('button', { name: /Organization: Second/ }).waitFor()
  await page.getByText('You have no active goals').waitFor()
  await expect.poll(() => page.getByText('Belongs to the first').count()).toBe(0)

  await show(page, '/settings/organization')
  await page.getByLabel('Name').fill('Second, renamed')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: /Organization: Second, renamed/ }).click()
  await page.getByRole('menuitemradio', { name: /^Nia/ }).click()
  await page.getByText('You are now in Nia.').waitFor()
  await page.getByRole('link', { name: 'Belongs to the first' }).first().waitFor()
})
