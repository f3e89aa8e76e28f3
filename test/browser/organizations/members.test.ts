import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { findings } from '../support/axe.ts'
import { focusedName } from '../support/focus.ts'
import { publishGoal } from '../support/seed.ts'
import { showTo } from '../support/show-to.ts'
import { show, visit } from '../support/visit.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let page: Page

beforeAll(async () => {
  page = await world.keep()
})
const password = 'correct horse battery'
let people = 0

/** Ann owns an organization with the admin Ben and the member Cleo, whose names have a number. */
async function startTeam() {
  const number = ++people
  const person = async (name: string) => ({
    name: `${name} ${number}`,
    ...(await world.person(`${name} ${number}`)),
  })
  const [ann, ben, cleo] = [await person('Ann'), await person('Ben'), await person('Cleo')]
  await join(ann, ben, 'admin')
  await join(ann, cleo)
  return { ann, ben, cleo }
}

async function membersOf({ api }: Session): Promise<string[]> {
  const { members } = await api.listOrganizationMembers()
  return members.map(({ displayName, role }) => `${displayName}: ${role}`)
}

async function openMembers(session: Session): Promise<Page> {
  const page = await world.open(session)
  await visit(page, '/settings/members', 'Members')
  return page
}

test('an admin removes a member with the keyboard, after reading what happens and choosing who gets the goals', async () => {
  const { ann, ben, cleo } = await startTeam()
  const first = await publishGoal(cleo.api)
  await publishGoal(cleo.api, 'Call back within an hour.')
  const page = await openMembers(ben)
  await page.getByRole('button', { name: `Remove ${cleo.name}` }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Remove ${cleo.name}?` })
  await dialog.getByText('loses access to').waitFor()
  await dialog.getByText(`${cleo.name} owns 2 goals.`).waitFor()
  const receiver = dialog.getByLabel('Who gets their goals?')
  await expect.poll(() => receiver.inputValue()).toBe(ben.userId)
  const described = await dialog.getAttribute('aria-describedby')
  await expect
    .poll(() => page.locator(`[id="${described}"]`).textContent())
    .toContain('What they wrote stays.')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toBe(`Remove ${cleo.name}`)
  expect(await membersOf(ann)).toHaveLength(3)

  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await receiver.selectOption({ label: ann.name })
  await dialog.getByRole('button', { name: 'Remove member' }).press('Enter')
  await page.getByText(`${cleo.name} was removed. Their goals change hands within a few minutes.`).waitFor()
  await page.getByText(`${cleo.email}`).waitFor({ state: 'detached' })
  expect(await membersOf(ann)).toEqual([`${ann.name}: owner`, `${ben.name}: admin`])
  await world.service.sweep()
  const { goal } = await ann.api.getGoal({ params: { goalId: first.id } })
  expect(goal.ownerUserId).toBe(ann.userId)
})

test('the feed says who was removed and who left', async () => {
  const { ann, ben, cleo } = await startTeam()
  const body = { reassignGoalsTo: null }
  await ann.api.removeOrganizationMember({ params: { userId: cleo.userId }, body })
  await ben.api.removeOrganizationMember({ params: { userId: ben.userId }, body })
  await showTo(page, ann, '/settings/appearance')
  await show(page, '/feed')
  await page.getByText('You removed a member').waitFor()
  await page.getByText(/left the organization/).waitFor()
})

test('a member leaves, and opens another organization', async () => {
  const { ann, cleo } = await startTeam()
  await publishGoal(cleo.api)
  const page = await openMembers(cleo)
  await expect.poll(() => page.getByRole('button', { name: /^(Remove|Hand over)/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Leave the organization' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Leave ${ann.name}?` })
  await dialog.getByText('You cannot undo this yourself.').waitFor()
  await dialog.getByText('You own one goal.').waitFor()
  await expect.poll(() => dialog.getByLabel('Who gets your goal?').inputValue()).toBe(ann.userId)
  await dialog.getByLabel('Who gets your goal?').selectOption('Nobody')
  await dialog.getByRole('button', { name: 'Leave organization' }).press('Enter')
  await page.getByText(`You left ${ann.name}.`).waitFor()
  await page.getByRole('heading', { name: `Hello, ${cleo.name.split(' ')[0]}` }).waitFor()
  expect(await membersOf(ann)).toHaveLength(2)
  await world.service.sweep()
  const { goals } = await ann.api.listGoals({ query: { ownerUserId: 'none' } })
  expect(goals).toHaveLength(1)
})

test('the owner hands the organization over with the password', async () => {
  const { ann, ben, cleo } = await startTeam()
  const page = await openMembers(ann)
  await expect.poll(() => page.getByRole('button', { name: 'Leave the organization' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Hand over the organization' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Hand ${ann.name} over?` })
  await dialog.getByText('You cannot undo this yourself').waitFor()
  await dialog.getByRole('button', { name: 'Hand over' }).press('Enter')
  await dialog.getByText('Choose the new owner.').waitFor()
  await dialog.getByText('Enter your password.').waitFor()
  await expect.poll(() => focusedName(page)).toBe('New owner')
  await dialog.getByLabel('New owner').selectOption({ label: cleo.name })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('wrong horse battery')
  await page.keyboard.press('Enter')
  await dialog.getByText('The password is not right. Nothing was changed.').waitFor()
  expect((await membersOf(ben))[0]).toBe(`${ann.name}: owner`)
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(`${cleo.name} is now the owner. You are an admin.`).waitFor()
  // Now an admin, who can leave and remove others, but not the owner.
  await page.getByRole('button', { name: 'Leave the organization' }).waitFor()
  await page.getByRole('button', { name: `Remove ${ben.name}` }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: `Remove ${cleo.name}` }).count()).toBe(0)
  expect(await membersOf(ben)).toEqual([`${cleo.name}: owner`, `${ann.name}: admin`, `${ben.name}: admin`])
})

test('who owns an organization alone can hand it over to nobody', async () => {
  const page = await openMembers(await world.person('Solo'))
  await page.getByText('(you)').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^(Hand over|Leave|Remove)/ }).count()).toBe(0)
})

test('somebody who was removed meanwhile disappears from the list', async () => {
  const { ann, ben, cleo } = await startTeam()
  const page = await openMembers(ben)
  await page.getByRole('button', { name: `Remove ${cleo.name}` }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('loses access to').waitFor()
  await ann.api.removeOrganizationMember({
    params: { userId: cleo.userId },
    body: { reassignGoalsTo: null },
  })
  await dialog.getByRole('button', { name: 'Remove member' }).click()
  await page.getByText('That person is no longer a member of this organization.').waitFor()
  await page.getByText(cleo.email).waitFor({ state: 'detached' })
  await dialog.waitFor({ state: 'detached' })
})

test('a page of a person who was removed says so, and offers another organization', async () => {
  const { ann, cleo } = await startTeam()
  const page = await openMembers(cleo)
  await ann.api.removeOrganizationMember({
    params: { userId: cleo.userId },
    body: { reassignGoalsTo: null },
  })
  await page.getByRole('link', { name: 'Goals' }).first().click()
  await page.getByRole('dialog', { name: `You are no longer a member of ${ann.name}` }).waitFor()
})

test('the dialogs have no violations, and fit every width in both themes', async () => {
  const { ann, ben, cleo } = await startTeam()
  await publishGoal(cleo.api)
  const page = await openMembers(ann)
  const dialogs = [
    { button: `Remove ${cleo.name}`, ready: 'owns one goal.', name: 'remove' },
    { button: 'Hand over the organization', ready: 'You cannot undo this yourself', name: 'hand-over' },
  ]
  for (const { button, ready, name } of dialogs) {
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.getByRole('button', { name: button }).click()
    await page.getByText(ready).waitFor()
    await expect.poll(() => findings(page), { message: name }).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return scrollWidth - clientWidth
        })
        expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
        const box = await page.getByRole('button', { name: /^(Remove member|Hand over)$/ }).boundingBox()
        expect(box?.width ?? 0, `${name} at ${width}`).toBeGreaterThan(0)
        if (process.env.SHOTS) {
          await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}-${width}.png` })
        }
      }
    }
    await page.keyboard.press('Escape')
  }
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/members-${width}.png` })
  }
  expect(await membersOf(ben)).toHaveLength(3)
})
