import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { focusedName } from '../support/focus.ts'
import { showTo } from '../support/show-to.ts'
import { show } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})

async function rolesOf(session: Session): Promise<Record<string, string>> {
  const { members } = await session.api.listOrganizationMembers()
  return Object.fromEntries(members.map(({ displayName, role }) => [displayName, role]))
}

/** Selects a role with the keyboard. */
async function choose(page: Page, name: string, key: 'ArrowUp' | 'ArrowDown'): Promise<void> {
  await page.getByLabel(`Role of ${name}`).press(key)
}

test('a role changes only after a confirmation, and is shown unchanged until then', async () => {
  const ann = await world.person('Ann')
  const ben = await world.person('Ben')
  const cleo = await world.person('Cleo')
  await join(ann, ben, 'admin')
  await join(ann, cleo, 'member')
  await showTo(page, ann, '/settings/appearance')
  await show(page, '/settings/members')
  const role = page.getByLabel('Role of Ben')
  await choose(page, 'Ben', 'ArrowUp')
  const dialog = page.getByRole('alertdialog', { name: 'Make Ben a member?' })
  await dialog.getByText('Ben will no longer be able to change other people’s goals').waitFor()
  await dialog.getByText('Invitations they sent stop working.').waitFor()
  const described = await dialog.getAttribute('aria-describedby')
  await expect
    .poll(() => page.locator(`[id="${described}"]`).textContent())
    .toContain('Ben will no longer be able to')
  await expect.poll(() => role.inputValue()).toBe('admin')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toBe('Role of Ben')
  await expect.poll(() => role.inputValue()).toBe('admin')
  expect(await rolesOf(ann)).toMatchObject({ Ben: 'admin', Cleo: 'member' })

  await choose(page, 'Ben', 'ArrowUp')
  await page.getByRole('button', { name: 'Make member' }).press('Enter')
  await page.getByText('Ben is now a member.').waitFor()
  expect(await rolesOf(ann)).toMatchObject({ Ben: 'member' })
  await expect.poll(() => role.inputValue()).toBe('member')

  await choose(page, 'Cleo', 'ArrowDown')
  await page.getByText('Cleo will be able to change and delete every goal').waitFor()
  await page.getByRole('button', { name: 'Make admin' }).press('Enter')
  await page.getByText('Cleo is now an admin.').waitFor()
  // The row has moved up in the list. It keeps the focus.
  await expect.poll(() => focusedName(page)).toBe('Role of Cleo')
  expect(await rolesOf(ann)).toMatchObject({ Cleo: 'admin' })
})

test('an admin is warned before giving up their own role, and Enter does not confirm it', async () => {
  const dee = await world.person('Dee')
  const eve = await world.person('Eve')
  await join(dee, eve, 'admin')
  await showTo(page, eve, '/settings/appearance')
  await show(page, '/settings/members')
  await choose(page, 'Eve', 'ArrowUp')
  const dialog = page.getByRole('alertdialog', { name: 'Give up your admin role?' })
  await dialog.getByText('You cannot undo this yourself.').waitFor()
  await dialog.getByText('Invitations you sent stop working.').waitFor()
  // The cancel button has the focus.
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await rolesOf(dee)).toMatchObject({ Eve: 'admin' })

  await choose(page, 'Eve', 'ArrowUp')
  await page.getByRole('button', { name: 'Give up admin role' }).press('Enter')
  await page.getByText('You are now a member.').waitFor()
  await page.getByLabel('Role of Eve').waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
  expect(await rolesOf(dee)).toMatchObject({ Eve: 'member' })
  await expect.poll(() => focusedName(page)).toBe('Leave the organization')
})

test('a failed change is shown in the dialog, and the list stays current', async () => {
  const fay = await world.person('Fay')
  const gus = await world.person('Gus')
  const hal = await world.person('Hal')
  await join(fay, gus, 'admin')
  await join(fay, hal, 'admin')
  await showTo(page, gus, '/settings/appearance')
  await show(page, '/settings/members')
  await choose(page, 'Hal', 'ArrowUp')
  await page.getByRole('alertdialog').waitFor()
  await fay.api.updateOrganizationMemberRole({ params: { userId: gus.userId }, body: { role: 'member' } })
  await page.getByRole('button', { name: 'Make member' }).click()
  await page.getByText('Only the owner and admins of the organization can do this.').waitFor()
  expect(await rolesOf(fay)).toMatchObject({ Hal: 'admin', Gus: 'member' })
})

test('a second invitation replaces the outcome of the first', async () => {
  const ida = await world.person('Ida')
  await showTo(page, ida, '/settings/appearance')
  await show(page, '/settings/members')
  const email = page.getByLabel('Email address')
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  const done = page.getByText('sent to jo@example.com')
  const refused = page.getByText('This address already has a pending invitation.')
  await email.fill('jo@example.com')
  await invite.click()
  await done.waitFor()
  await email.fill('jo@example.com')
  await invite.click()
  await refused.waitFor()
  await expect.poll(() => done.count()).toBe(0)
  // Following the advice works and removes the message.
  await page.getByRole('button', { name: 'Send again to jo@example.com' }).click()
  await done.waitFor()
  await expect.poll(() => refused.count()).toBe(0)
  await email.fill('')
  await invite.click()
  await page.getByText('Enter an email address.').waitFor()
  await expect.poll(() => done.count()).toBe(0)

  const { invitations } = await ida.api.listOrganizationInvitations()
  await ida.api.revokeOrganizationInvitation({ params: { invitationId: invitations[0]?.id ?? '' } })
  await page.getByRole('button', { name: 'Send again to jo@example.com' }).click()
  await page.getByRole('alert').getByText('This invitation was accepted, revoked, or replaced').waitFor()
  await expect.poll(() => page.getByText('Enter an email address.').count()).toBe(0)
  await page.getByText('No pending invitations.').waitFor()
})

test('five people are invited in one paste, and whoever cannot be is named and stays in the field', async () => {
  const kim = await world.person('Kim')
  await kim.api.createOrganizationInvitation({ body: { email: 'old@example.com', role: 'member' } })
  await showTo(page, kim, '/settings/appearance')
  await show(page, '/settings/members')
  const email = page.getByLabel('Email address')
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  const paste = (text: string) =>
    email.evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)

  await paste('a@example.com\nBea <b@example.com>\nc@example.com\nnobody\nold@example.com')
  await expect.poll(() => email.inputValue()).toContain('a@example.com, b@example.com')
  await invite.click()
  await page.getByText('“nobody” is not an email address.').waitFor()
  await expect.poll(async () => (await kim.api.listOrganizationInvitations()).invitations.length).toBe(1)
  await email.fill((await email.inputValue()).replace('nobody', 'd@example.com'))
  await invite.click()
  await page.getByText('4 invitations sent.').waitFor()
  await page.getByText('old@example.com: This address already has a pending invitation.').waitFor()
  await expect.poll(() => email.inputValue()).toBe('old@example.com')
  await page.getByLabel('Invitation link for d@example.com').waitFor()
  await expect.poll(async () => (await kim.api.listOrganizationInvitations()).invitations.length).toBe(5)
})
